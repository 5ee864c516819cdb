import { arthursSeat } from './arthurs-seat.ts';
import { caltonHill } from './calton-hill.ts';
import { deanVillage } from './dean-village.ts';
import { edinburghSkyline } from './edinburgh-skyline.ts';
import { vennelSteps } from './vennel-steps.ts';
import { victoriaStreet } from './victoria-street.ts';

export const edinburgh = {
  'edinburgh skyline': edinburghSkyline,
  'calton hill': caltonHill,
  'vennel steps': vennelSteps,
  'arthurs seat': arthursSeat,
  'victoria street': victoriaStreet,
  'dean village': deanVillage,
};
