import { scenesOf } from '../draw/scene.ts';
import type { SampleCity } from './sample-city.ts';

const picture = scenesOf('paris');

export const paris: SampleCity = {
  slug: 'paris',
  name: 'Paris',
  country: 'France',
  picture: picture('paris skyline', 'blue', [1200, 640], 41, 'dusk-below'),
  spots: [
    {
      name: 'Place du Trocadéro',
      description:
        'From the terrace between the two wings of the Palais de Chaillot the Eiffel Tower stands free, with the gardens and fountains at its feet. Stay in the middle axis for symmetry, or use the gilded statues at the sides as a frame. At sunrise the sky behind the tower turns pink, and the terrace is nearly empty.',
      category: 'viewpoint',
      address: 'Place du Trocadéro et du 11 Novembre, 75116 Paris',
      bestTimeToVisit: 'Morning (6-11 AM)',
      pictures: [picture('trocadero', 'dawn', [1010, 560], 42)],
    },
    {
      name: 'Louvre Pyramid',
      description:
        'Glass and steel in the middle of a palace court, with shallow basins all round. Crouch at the edge of a basin to double the lit pyramid in the water. The best minutes are those when the inside glows and the slate roofs still show against the sky.',
      category: 'architecture',
      address: 'Cour Napoléon, 75001 Paris',
      bestTimeToVisit: 'Evening (6-8 PM)',
      pictures: [picture('louvre', 'blue', [500, 600], 43)],
    },
    {
      name: 'Café de Flore',
      description:
        'The corner with the white awning and flowers above it, and rows of small tables that face the street. From across the boulevard you get the whole front; from a table, the passers-by. In the morning the sun is on the terrace and the waiters have time.',
      category: 'cafe',
      address: '172 Boulevard Saint-Germain, 75006 Paris',
      bestTimeToVisit: 'Morning (6-11 AM)',
      pictures: [picture('cafe de flore', 'morning', [400, 100], 44)],
    },
    {
      name: 'Boulevard Vincent-Auriol Murals',
      description:
        'The elevated Line 6 runs past an open-air gallery of house-high murals, among them a cat by C215. Shoot from the central strip under the viaduct, or from the train itself between Nationale and Chevaleret. Wait for a train to pass for a line of movement below the painting.',
      category: 'street-art',
      address: '141 Boulevard Vincent-Auriol, 75013 Paris',
      bestTimeToVisit: 'Afternoon (12-5 PM)',
      pictures: [picture('chat mural', 'day', [1300, 120], 45)],
    },
    {
      name: 'Parc des Buttes-Chaumont',
      description:
        'A cliff in an old quarry, a lake round it, and a small round temple on the top. The path along the south shore shows rock, footbridge and temple in one view. Towards evening the light comes through the trees on the western slope.',
      category: 'nature',
      address: '1 Rue Botzaris, 75019 Paris',
      bestTimeToVisit: 'Evening (6-8 PM)',
      pictures: [picture('buttes chaumont', 'golden', [1200, 360], 46)],
    },
    {
      name: 'Pont Alexandre III',
      description:
        'A low steel arch from 1900 with gilded groups on its corner pillars and lamps along the parapet. Go down to the quay on the left bank and look along the arch, with the Eiffel Tower in the distance. The lamps come on while the sky is still red.',
      category: 'landmark',
      address: 'Pont Alexandre III, 75008 Paris',
      bestTimeToVisit: 'Evening (6-8 PM)',
      pictures: [picture('alexandre bridge', 'sunset', [900, 590], 47, 'gulls')],
    },
  ],
};
