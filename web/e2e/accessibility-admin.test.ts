import { describeAccessibility } from './accessibility.ts';

describeAccessibility('admin');
