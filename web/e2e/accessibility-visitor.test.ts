import { describeAccessibility } from './accessibility.ts';

describeAccessibility(undefined);
