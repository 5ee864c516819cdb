import type { SampleCity } from './sample-city.ts';

export const paris: SampleCity = {
  slug: 'paris',
  name: 'Paris',
  country: 'France',
  coordinates: { latitude: 48.8566, longitude: 2.3522 },
  picture: 'paris-skyline-blue',
  spots: [
    {
      name: 'Place du Trocadéro',
      description:
        'From the terrace between the two wings of the Palais de Chaillot the Eiffel Tower stands free, with the gardens and fountains at its feet. Stay in the middle axis for symmetry, or use the gilded statues at the sides as a frame. At sunrise the sky behind the tower turns pink, and the terrace is nearly empty.',
      category: 'viewpoint',
      address: 'Place du Trocadéro et du 11 Novembre, 75116 Paris',
      coordinates: { latitude: 48.862, longitude: 2.2885 },
      bestTimeToVisit: 'Morning (6-11 AM)',
      pictures: ['trocadero-dawn', 'trocadero-blue'],
      ratings: { jonas: 4, sofia: 4, amir: 4, tom: 4, ines: 5 },
      hearts: ['ines'],
    },
    {
      name: 'Louvre Pyramid',
      description:
        'Glass and steel in the middle of a palace court, with shallow basins all round. Crouch at the edge of a basin to double the lit pyramid in the water. The best minutes are those when the inside glows and the slate roofs still show against the sky.',
      category: 'architecture',
      address: 'Cour Napoléon, 75001 Paris',
      coordinates: { latitude: 48.861, longitude: 2.3358 },
      bestTimeToVisit: 'Evening (6-8 PM)',
      pictures: ['louvre-blue', 'louvre-sunset', 'louvre-day'],
      ratings: { maya: 5, li: 4, sofia: 5, amir: 4 },
      hearts: ['maya', 'li'],
    },
    {
      name: 'Café de Flore',
      description:
        'The corner with the white awning and flowers above it, and rows of small tables that face the street. From across the boulevard you get the whole front; from a table, the passers-by. In the morning the sun is on the terrace and the waiters have time.',
      category: 'cafe',
      address: '172 Boulevard Saint-Germain, 75006 Paris',
      coordinates: { latitude: 48.8541, longitude: 2.3326 },
      bestTimeToVisit: 'Morning (6-11 AM)',
      pictures: ['cafe-de-flore-morning'],
      ratings: { jonas: 4, ines: 4 },
      hearts: ['ines'],
    },
    {
      name: 'Boulevard Vincent-Auriol Murals',
      description:
        'The elevated Line 6 runs past an open-air gallery of house-high murals, among them a cat by C215. Shoot from the central strip under the viaduct, or from the train itself between Nationale and Chevaleret. Wait for a train to pass for a line of movement below the painting.',
      category: 'street-art',
      address: '141 Boulevard Vincent-Auriol, 75013 Paris',
      coordinates: { latitude: 48.8304, longitude: 2.368 },
      bestTimeToVisit: 'Afternoon (12-5 PM)',
      pictures: ['chat-mural-day'],
      ratings: { li: 3, hana: 4 },
      hearts: [],
    },
    {
      name: 'Parc des Buttes-Chaumont',
      description:
        'A cliff in an old quarry, a lake round it, and a small round temple on the top. The path along the south shore shows rock, footbridge and temple in one view. Towards evening the light comes through the trees on the western slope.',
      category: 'nature',
      address: '1 Rue Botzaris, 75019 Paris',
      coordinates: { latitude: 48.8795, longitude: 2.3825 },
      bestTimeToVisit: 'Evening (6-8 PM)',
      pictures: ['buttes-chaumont-golden'],
      ratings: { maya: 4, jonas: 5, li: 5, amir: 4, tom: 5 },
      hearts: ['jonas', 'tom'],
    },
    {
      name: 'Pont Alexandre III',
      description:
        'A low steel arch from 1900 with gilded groups on its corner pillars and lamps along the parapet. Go down to the quay on the left bank and look along the arch, with the Eiffel Tower in the distance. The lamps come on while the sky is still red.',
      category: 'landmark',
      address: 'Pont Alexandre III, 75008 Paris',
      coordinates: { latitude: 48.8639, longitude: 2.3136 },
      bestTimeToVisit: 'Evening (6-8 PM)',
      pictures: ['alexandre-bridge-sunset'],
      ratings: { tom: 5, ines: 5 },
      hearts: ['ines'],
    },
  ],
};
