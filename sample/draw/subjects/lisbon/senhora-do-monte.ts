import { ground, ridge, water } from '../../ground.ts';
import type { Kit } from '../../kit.ts';
import { person } from '../../people.ts';
import { treeline, umbrellaPine } from '../../plants.ts';
import { mist } from '../../sky.ts';
import { rect, WIDTH } from '../../svg.ts';
import { castleOnHill, hillTown } from './landmarks.ts';

export function senhoraDoMonte(kit: Kit): string {
  const river = water(kit, 520, { to: 640 }) + ridge(kit, 524, 28, kit.tone('#7d8a94', 0.85), 1.5);
  const hill = ridge(kit, 600, 60, kit.tone('#8a8768', 0.5), 0.6);
  const castle = castleOnHill(kit, 470, 530) + treeline(kit, 180, 800, 590, 60, 0.42);
  const town = hillTown(kit, 660, 6, (along) => Math.sin((along + 0.15) * 2.6) * 100);
  const terrace = ground(kit, 970, '#cdbd9f') + rect(0, 950, WIDTH, 24, kit.lit('#e8dcc4'));
  const pine = umbrellaPine(kit, 1370, 1000, 900) + umbrellaPine(kit, 1580, 1010, 720);
  return (
    river +
    hill +
    mist(600, 90, 0.55) +
    castle +
    town +
    terrace +
    pine +
    person(1120, 1020, 190, kit.ink(), kit.tone('#b8473d')) +
    person(1180, 1024, 178, kit.ink())
  );
}
