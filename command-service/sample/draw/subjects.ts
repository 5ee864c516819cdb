import type { Kit } from './kit.ts';
import * as edinburgh from './subjects/edinburgh.ts';
import * as istanbul from './subjects/istanbul.ts';
import * as kyoto from './subjects/kyoto.ts';
import * as lisbon from './subjects/lisbon.ts';
import * as newYork from './subjects/new-york.ts';
import * as paris from './subjects/paris.ts';
import * as sanFrancisco from './subjects/san-francisco.ts';

type Painter = (kit: Kit) => string;

/** Everything that can be painted, by the name that scenes use. */
export const subjects = {
  'istanbul skyline': istanbul.istanbulSkyline,
  'galata bridge': istanbul.galataBridge,
  suleymaniye: istanbul.suleymaniye,
  'galata tower': istanbul.galataStreet,
  'pierre loti': istanbul.pierreLoti,
  'kadikoy mural': istanbul.kadikoyMural,
  'emirgan tulips': istanbul.emirganTulips,
  'lisbon skyline': lisbon.lisbonSkyline,
  'senhora do monte': lisbon.senhoraDoMonte,
  'bica tram': lisbon.bicaTram,
  'belem tower': lisbon.belemTower,
  'abril bridge': lisbon.abrilBridge,
  'lx bee': lisbon.lxBee,
  brasileira: lisbon.brasileira,
  'edinburgh skyline': edinburgh.edinburghSkyline,
  'calton hill': edinburgh.caltonHill,
  'vennel steps': edinburgh.vennelSteps,
  'arthurs seat': edinburgh.arthursSeat,
  'victoria street': edinburgh.victoriaStreet,
  'dean village': edinburgh.deanVillage,
  'edinburgh cafe': edinburgh.edinburghCafe,
  'kyoto skyline': kyoto.kyotoSkyline,
  'fushimi inari': kyoto.fushimiInari,
  'bamboo grove': kyoto.bambooGrove,
  'golden pavilion': kyoto.goldenPavilion,
  'yasaka street': kyoto.yasakaStreet,
  'arashiyama cafe': kyoto.arashiyamaCafe,
  'paris skyline': paris.parisSkyline,
  trocadero: paris.trocadero,
  louvre: paris.louvre,
  'cafe de flore': paris.cafeDeFlore,
  'chat mural': paris.chatMural,
  'buttes chaumont': paris.buttesChaumont,
  'alexandre bridge': paris.alexandreBridge,
  'new york skyline': newYork.newYorkSkyline,
  dumbo: newYork.dumbo,
  'brooklyn bridge': newYork.brooklynBridge,
  flatiron: newYork.flatiron,
  'bow bridge': newYork.bowBridge,
  'bushwick mural': newYork.bushwickMural,
  'caffe reggio': newYork.caffeReggio,
  'san francisco skyline': sanFrancisco.sanFranciscoSkyline,
  'golden gate': sanFrancisco.goldenGate,
  'baker beach': sanFrancisco.bakerBeach,
  'painted ladies': sanFrancisco.paintedLadies,
  'hyde street': sanFrancisco.hydeStreet,
  'clarion alley': sanFrancisco.clarionAlley,
  'lands end': sanFrancisco.landsEnd,
  'caffe trieste': sanFrancisco.caffeTrieste,
} satisfies Record<string, Painter>;

export type Subject = keyof typeof subjects;
