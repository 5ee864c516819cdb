import { cafeSavoy } from './cafe-savoy.ts';
import { charlesBridge } from './charles-bridge.ts';
import { lennonWall } from './lennon-wall.ts';
import { letnaView } from './letna-view.ts';
import { pragueSkyline } from './prague-skyline.ts';
import { tynChurch } from './tyn-church.ts';

export const prague = {
  'prague skyline': pragueSkyline,
  'charles bridge': charlesBridge,
  'tyn church': tynChurch,
  'letna view': letnaView,
  'lennon wall': lennonWall,
  'cafe savoy': cafeSavoy,
};
