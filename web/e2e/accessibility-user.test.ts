import { describeAccessibility } from './accessibility.ts';

describeAccessibility('user');
