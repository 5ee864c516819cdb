import type { SampleCity } from './sample-city.ts';

export const istanbul: SampleCity = {
  slug: 'istanbul',
  name: 'Istanbul',
  country: 'Türkiye',
  coordinates: { latitude: 41.0082, longitude: 28.9784 },
  picture: 'istanbul-skyline-sunset',
  spots: [
    {
      name: 'Galata Bridge',
      description:
        'Anglers line the upper deck and hold their rods over the Golden Horn, with the New Mosque and the ferries behind them. Stand on the eastern pavement, a few metres back from the rail, and let the rods make the frame. The quarter of an hour after sunset is best, when the lamps and the sky are equally bright.',
      category: 'viewpoint',
      address: 'Galata Köprüsü, Eminönü, Istanbul',
      coordinates: { latitude: 41.02, longitude: 28.9731 },
      bestTimeToVisit: 'Evening (6-8 PM)',
      pictures: ['galata-bridge-blue', 'galata-bridge-dawn', 'galata-bridge-night'],
      ratings: { sofia: 4, tom: 4, ines: 5 },
      hearts: ['ines'],
    },
    {
      name: 'Süleymaniye Mosque',
      description:
        'Sinan set his domes on the third hill so that they climb step by step to the great one. From the outer garden on the entrance side all four minarets fit in one picture with a wide lens. Come early: the low sun comes from the side and the courts are still quiet.',
      category: 'architecture',
      address: 'Prof. Sıddık Sami Onar Caddesi 1, 34116 Fatih, Istanbul',
      coordinates: { latitude: 41.0161, longitude: 28.964 },
      bestTimeToVisit: 'Morning (6-11 AM)',
      pictures: ['suleymaniye-morning'],
      ratings: { amir: 4, tom: 5, ines: 5 },
      hearts: ['ines'],
    },
    {
      name: 'Galata Tower',
      description:
        'The stone tower with its pointed cap closes the view at the end of the lanes that climb from Karaköy. Walk up slowly and turn round often, because every corner gives it another frame. Late light warms the upper half while the street is already in shade.',
      category: 'landmark',
      address: 'Bereketzade, 34421 Beyoğlu, Istanbul',
      coordinates: { latitude: 41.0256, longitude: 28.9741 },
      bestTimeToVisit: 'Evening (6-8 PM)',
      pictures: ['galata-tower-golden', 'galata-tower-night'],
      ratings: { maya: 3, jonas: 5, li: 3, amir: 3, hana: 4, tom: 3, ines: 3 },
      hearts: [],
    },
    {
      name: 'Pierre Loti Café',
      description:
        'Tables under trees at the top of the Eyüp cemetery, with the Golden Horn bending away below. Take a table at the rail, order tea, and shoot along the water towards the old city. The sun sets to your right, so the inlet keeps its colour for a long time.',
      category: 'cafe',
      address: 'İdris Köşkü Caddesi, 34050 Eyüpsultan, Istanbul',
      coordinates: { latitude: 41.0536, longitude: 28.9339 },
      bestTimeToVisit: 'Evening (6-8 PM)',
      pictures: ['pierre-loti-golden'],
      ratings: { jonas: 4, amir: 4, tom: 4 },
      hearts: [],
    },
    {
      name: 'Yeldeğirmeni Murals',
      description:
        'Whole side walls of apartment houses in this part of Kadıköy have been painted by artists invited from Turkey and abroad. The streets are narrow: stand on the opposite pavement and tilt up, or wait for someone to walk past for scale. Midday is fine here, as the walls need the light from above.',
      category: 'street-art',
      address: 'Yeldeğirmeni, Rasimpaşa, 34716 Kadıköy, Istanbul',
      coordinates: { latitude: 40.9935, longitude: 29.029 },
      bestTimeToVisit: 'Afternoon (12-5 PM)',
      pictures: ['kadikoy-mural-day'],
      ratings: { maya: 4, sofia: 3, amir: 4, hana: 4, tom: 4 },
      hearts: ['maya'],
    },
    {
      name: 'Emirgan Grove',
      description:
        'In April the slopes above the Bosphorus are planted with tulips in broad bands of one colour each. Kneel at the edge of a bed and let the stripes lead to the pavilion and the water. On weekday mornings you share the paths with the gardeners.',
      category: 'nature',
      address: 'Emirgan Korusu, 34467 Sarıyer, Istanbul',
      coordinates: { latitude: 41.1085, longitude: 29.0535 },
      bestTimeToVisit: 'Morning (6-11 AM)',
      pictures: ['emirgan-tulips-morning'],
      ratings: { li: 4, hana: 4, tom: 5 },
      hearts: ['hana', 'tom'],
    },
  ],
};
