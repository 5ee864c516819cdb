import { benYoussef } from './ben-youssef.ts';
import { jemaaElFna } from './jemaa-el-fna.ts';
import { koutoubiaGarden } from './koutoubia-garden.ts';
import { majorelle } from './majorelle.ts';
import { marrakeshSkyline } from './marrakesh-skyline.ts';
import { spiceTerrace } from './spice-terrace.ts';

export const marrakesh = {
  'marrakesh skyline': marrakeshSkyline,
  'koutoubia garden': koutoubiaGarden,
  majorelle: majorelle,
  'spice terrace': spiceTerrace,
  'ben youssef': benYoussef,
  'jemaa el fna': jemaaElFna,
};
