import type { SampleCity } from './sample-city.ts';

export const ljubljana: SampleCity = {
  slug: 'ljubljana',
  name: 'Ljubljana',
  country: 'Slovenia',
  coordinates: { latitude: 46.0569, longitude: 14.5058 },
  picture: 'ljubljana-skyline-morning',
  spots: [
    {
      name: 'Dragon Bridge',
      description:
        'Four copper dragons sit on the corners of this bridge of 1901, wings up and mouths open. Go close to one and let it stand large against the sky, with the river and the castle hill behind. A red evening sky makes a clean silhouette.',
      category: 'landmark',
      address: 'Zmajski most, 1000 Ljubljana',
      coordinates: { latitude: 46.052, longitude: 14.5104 },
      bestTimeToVisit: 'Evening (6-8 PM)',
      pictures: ['dragon-bridge-sunset', 'dragon-bridge-mist'],
      ratings: { maya: 3, jonas: 5, amir: 5, tom: 4, ines: 4 },
      hearts: ['jonas', 'amir'],
    },
    {
      name: 'Triple Bridge',
      description:
        'Jože Plečnik added two footbridges to an old stone one, and the three open like a fan towards the salmon-red Franciscan church. The lower terrace by the water shows the balustrades in layers. When the lamps come on, the church front is still bright.',
      category: 'architecture',
      address: 'Tromostovje, Prešernov trg, 1000 Ljubljana',
      coordinates: { latitude: 46.0511, longitude: 14.5063 },
      bestTimeToVisit: 'Evening (6-8 PM)',
      pictures: ['triple-bridge-blue', 'triple-bridge-morning'],
      ratings: { maya: 4, jonas: 4, amir: 3, hana: 4, ines: 4 },
      hearts: ['hana', 'ines'],
    },
    {
      name: 'Metelkova',
      description:
        'Former barracks that artists took over in 1993: walls of mosaic, monsters and welded figures, changing all the time. Come before the clubs open, when the yards are empty and you can step back. Low sun brings out the relief of the tiles.',
      category: 'street-art',
      address: 'Metelkova ulica, 1000 Ljubljana',
      coordinates: { latitude: 46.0567, longitude: 14.5168 },
      bestTimeToVisit: 'Evening (6-8 PM)',
      pictures: ['metelkova-golden'],
      ratings: { maya: 4, amir: 5, hana: 5, tom: 4 },
      hearts: ['amir', 'tom'],
    },
    {
      name: 'Cankarjevo nabrežje Cafés',
      description:
        'One long row of café tables and parasols on the river bank, with old houses behind and the castle above. The opposite quay has the whole row with its reflection; a boat passes now and then. Towards evening every table is in the sun.',
      category: 'cafe',
      address: 'Cankarjevo nabrežje, 1000 Ljubljana',
      coordinates: { latitude: 46.0488, longitude: 14.5058 },
      bestTimeToVisit: 'Evening (6-8 PM)',
      pictures: ['river-cafes-golden'],
      ratings: { li: 4, amir: 4, hana: 4, tom: 3, ines: 4 },
      hearts: ['li', 'amir'],
    },
    {
      name: 'Jakopič Promenade, Tivoli',
      description:
        'A wide straight avenue through the park, with lamps, trees and outdoor photographs on both sides, and a small mansion at the end. Stand in the middle and use the lamps for depth. Autumn mist in the morning makes it three colours deep.',
      category: 'nature',
      address: 'Jakopičevo sprehajališče, Park Tivoli, 1000 Ljubljana',
      coordinates: { latitude: 46.0537, longitude: 14.4955 },
      bestTimeToVisit: 'Morning (6-11 AM)',
      pictures: ['tivoli-park-mist'],
      ratings: { jonas: 4, amir: 3, ines: 3 },
      hearts: [],
    },
  ],
};
