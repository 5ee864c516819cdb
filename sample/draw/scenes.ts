import type { Framing } from './framing.ts';
import type { Hour } from './light.ts';
import type { CityPalette } from './palettes.ts';
import type { Scene } from './scene.ts';
import type { Subject } from './subjects.ts';
import type { Point } from './svg.ts';

type Line = readonly [Subject, Hour, Point, seed: number, ...rest: (Framing | Crop)[]];
/** A part of the whole picture, as if the photographer had stepped closer: left, top, width. */
type Crop = readonly [left: number, top: number, width: number];

/** The city's own picture first, then those of its spots; a subject's further hours follow its first one. */
const lines: Readonly<Record<CityPalette, readonly Line[]>> = {
  istanbul: [
    ['istanbul skyline', 'sunset', [560, 610], 1, 'dusk-below'],
    ['galata bridge', 'blue', [300, 600], 2],
    ['galata bridge', 'dawn', [1180, 560], 2, [120, 60, 1400]],
    ['galata bridge', 'night', [1180, 200], 2, 'gulls'],
    ['suleymaniye', 'morning', [320, 330], 3, 'gulls'],
    ['galata tower', 'golden', [420, 420], 4],
    ['galata tower', 'night', [1240, 220], 4, [130, 20, 1340]],
    ['pierre loti', 'golden', [560, 430], 5, 'leaves-left'],
    ['kadikoy mural', 'day', [1300, 200], 6],
    ['emirgan tulips', 'morning', [800, 300], 7, 'leaves-right'],
  ],
  lisbon: [
    ['lisbon skyline', 'golden', [1180, 480], 11, 'dusk-below'],
    ['senhora do monte', 'sunset', [1000, 500], 12],
    ['senhora do monte', 'blue', [1000, 560], 12, [140, 60, 1400]],
    ['bica tram', 'morning', [520, 260], 13],
    ['belem tower', 'golden', [1240, 600], 14, 'gulls'],
    ['belem tower', 'dawn', [380, 560], 14, [100, 60, 1380]],
    ['abril bridge', 'sunset', [760, 640], 15],
    ['abril bridge', 'night', [420, 240], 15],
    ['lx bee', 'day', [300, 120], 16],
    ['brasileira', 'blue', [1200, 700], 17],
  ],
  edinburgh: [
    ['edinburgh skyline', 'blue', [1300, 560], 21, 'dusk-below'],
    ['calton hill', 'sunset', [1000, 560], 22],
    ['calton hill', 'dawn', [420, 560], 22, [100, 70, 1380]],
    ['vennel steps', 'mist', [1040, 300], 23],
    ['arthurs seat', 'morning', [420, 300], 24, 'grass'],
    ['victoria street', 'blue', [1300, 500], 25],
    ['victoria street', 'morning', [1300, 300], 25, [120, 80, 1360]],
    ['dean village', 'golden', [480, 400], 26, 'leaves-right'],
  ],
  kyoto: [
    ['kyoto skyline', 'dawn', [1180, 520], 31, 'blossom-left', 'dusk-below'],
    ['fushimi inari', 'dawn', [800, 420], 32],
    ['bamboo grove', 'morning', [860, 120], 33],
    ['golden pavilion', 'day', [400, 200], 34],
    ['golden pavilion', 'golden', [1180, 380], 34, [110, 40, 1380]],
    ['yasaka street', 'blue', [1060, 520], 35],
    ['yasaka street', 'morning', [1060, 300], 35],
    ['arashiyama cafe', 'morning', [420, 380], 36],
  ],
  paris: [
    ['paris skyline', 'blue', [1200, 640], 41, 'dusk-below'],
    ['trocadero', 'dawn', [1010, 560], 42],
    ['trocadero', 'blue', [620, 600], 42, [120, 20, 1380]],
    ['louvre', 'blue', [500, 600], 43],
    ['louvre', 'sunset', [1130, 590], 43, [140, 90, 1320]],
    ['louvre', 'day', [300, 180], 43],
    ['cafe de flore', 'morning', [400, 100], 44],
    ['chat mural', 'day', [1300, 120], 45],
    ['buttes chaumont', 'golden', [1200, 360], 46],
    ['alexandre bridge', 'sunset', [900, 590], 47, 'gulls'],
  ],
  newYork: [
    ['new york skyline', 'sunset', [1000, 640], 51, 'dusk-below'],
    ['dumbo', 'morning', [560, 260], 52],
    ['brooklyn bridge', 'dawn', [900, 560], 53],
    ['brooklyn bridge', 'night', [1200, 200], 53, [110, 40, 1380]],
    ['flatiron', 'blue', [500, 600], 54],
    ['flatiron', 'golden', [420, 420], 54],
    ['bow bridge', 'golden', [500, 380], 55, 'leaves-left'],
    ['bushwick mural', 'day', [300, 80], 56],
    ['caffe reggio', 'night', [300, 80], 57],
  ],
  sanFrancisco: [
    ['san francisco skyline', 'sunset', [1330, 600], 61, 'dusk-below'],
    ['golden gate', 'morning', [860, 330], 62],
    ['baker beach', 'sunset', [300, 600], 63, 'photographer-left'],
    ['painted ladies', 'golden', [200, 330], 64],
    ['painted ladies', 'blue', [200, 560], 64, [100, 60, 1400]],
    ['hyde street', 'day', [1100, 200], 65],
    ['clarion alley', 'day', [1000, 140], 66],
    ['lands end', 'golden', [1290, 480], 67, 'gulls'],
    ['caffe trieste', 'morning', [300, 90], 68],
  ],
  prague: [
    ['prague skyline', 'sunset', [1180, 560], 71, 'dusk-below'],
    ['charles bridge', 'dawn', [760, 540], 72, 'gulls'],
    ['charles bridge', 'blue', [760, 560], 72, [110, 70, 1380]],
    ['charles bridge', 'mist', [760, 380], 72],
    ['tyn church', 'blue', [300, 500], 73],
    ['tyn church', 'golden', [1280, 420], 73, [120, 20, 1360]],
    ['letna view', 'golden', [980, 420], 74],
    ['lennon wall', 'day', [1100, 110], 75],
    ['cafe savoy', 'morning', [300, 80], 76],
  ],
  marrakesh: [
    ['marrakesh skyline', 'golden', [1240, 460], 81, 'dusk-below'],
    ['koutoubia garden', 'sunset', [1030, 600], 82],
    ['koutoubia garden', 'night', [420, 220], 82, [120, 30, 1360]],
    ['majorelle', 'morning', [260, 120], 83],
    ['spice terrace', 'golden', [470, 360], 84],
    ['ben youssef', 'day', [300, 30], 85],
    ['jemaa el fna', 'night', [380, 210], 86],
    ['jemaa el fna', 'golden', [380, 380], 86, [110, 90, 1380]],
  ],
  capeTown: [
    ['cape town skyline', 'blue', [400, 620], 91, 'dusk-below'],
    ['bloubergstrand', 'golden', [1340, 430], 92],
    ['bloubergstrand', 'dawn', [420, 520], 92, [90, 40, 1400]],
    ['bo kaap', 'morning', [300, 180], 93],
    ['bo kaap', 'sunset', [1240, 560], 93, [100, 60, 1400]],
    ['boulders beach', 'day', [1180, 180], 94],
    ['muizenberg', 'dawn', [520, 500], 95, 'gulls'],
    ['woodstock mural', 'day', [300, 70], 96],
    ['truth coffee', 'golden', [800, 100], 97],
  ],
  sydney: [
    ['sydney skyline', 'blue', [900, 640], 101, 'dusk-below'],
    ['macquaries chair', 'sunset', [700, 600], 102],
    ['harbour bridge', 'day', [420, 200], 103],
    ['harbour bridge', 'night', [1160, 220], 103, [110, 40, 1380]],
    ['bondi icebergs', 'morning', [520, 400], 104, 'gulls'],
    ['bondi icebergs', 'dawn', [1080, 480], 104, [110, 50, 1380]],
    ['wendys garden', 'golden', [820, 470], 105],
    ['newtown mural', 'day', [200, 70], 106],
    ['grounds cafe', 'morning', [1200, 60], 107],
  ],
  mexicoCity: [
    ['mexico skyline', 'dawn', [860, 560], 111, 'dusk-below'],
    ['bellas artes', 'golden', [330, 360], 112],
    ['bellas artes', 'night', [1240, 220], 112, [100, 40, 1400]],
    ['angel independencia', 'blue', [1000, 600], 113],
    ['angel independencia', 'day', [420, 220], 113],
    ['xochimilco', 'morning', [700, 300], 114],
    ['unam library', 'day', [1420, 150], 115],
    ['rosetta bakery', 'morning', [1200, 60], 116],
  ],
  ljubljana: [
    ['ljubljana skyline', 'morning', [520, 330], 121, 'dusk-below'],
    ['dragon bridge', 'sunset', [900, 600], 122],
    ['dragon bridge', 'mist', [900, 360], 122, [100, 60, 1400]],
    ['triple bridge', 'blue', [1100, 500], 123],
    ['triple bridge', 'morning', [420, 300], 123, [110, 40, 1380]],
    ['metelkova', 'golden', [1400, 60], 124],
    ['river cafes', 'golden', [420, 220], 125],
    ['tivoli park', 'mist', [900, 330], 126],
  ],
};

const isFraming = (part: Framing | Crop): part is Framing => typeof part === 'string';

/** Everything that is drawn. */
export const scenes: readonly Scene[] = (Object.keys(lines) as CityPalette[]).flatMap((palette) =>
  lines[palette].map(([subject, hour, sun, seed, ...rest]): Scene => {
    const crop = rest.find((part): part is Crop => !isFraming(part));
    const framing = rest.filter(isFraming);
    return { subject, palette, hour, sun, seed, framing, ...(crop && { crop }) };
  }),
);

/** The scene's file, without its width and extension: `belem-tower-golden`. */
export const fileOf = ({ subject, hour }: Scene): string => `${subject.replaceAll(' ', '-')}-${hour}`;
