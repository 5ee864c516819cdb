import type { SampleCity } from './sample-city.ts';

export const sanFrancisco: SampleCity = {
  slug: 'san-francisco',
  name: 'San Francisco',
  country: 'United States',
  coordinates: { latitude: 37.7749, longitude: -122.4194 },
  picture: 'san-francisco-skyline-sunset',
  spots: [
    {
      name: 'Golden Gate Bridge',
      description:
        'The two orange towers change with every bank of fog that comes through the strait. Battery Spencer on the north side looks down on the deck; Baker Beach on the south side has surf and rocks in front. In summer the fog is often lowest in the morning, so that the towers stand out of it.',
      category: 'landmark',
      address: 'Golden Gate Bridge, San Francisco, CA 94129',
      coordinates: { latitude: 37.8199, longitude: -122.4783 },
      bestTimeToVisit: 'Morning (6-11 AM)',
      pictures: ['golden-gate-morning', 'baker-beach-sunset'],
      ratings: { maya: 4, sofia: 4, amir: 3, hana: 4, ines: 4 },
      hearts: ['sofia', 'ines'],
    },
    {
      name: 'Painted Ladies',
      description:
        'A row of Victorian houses with gables and bay windows, each in its own colours, and the towers of downtown behind. The grass slope of Alamo Square is the grandstand for it. The sun is behind you in the late afternoon, and the windows catch it.',
      category: 'architecture',
      address: '710-720 Steiner Street, San Francisco, CA 94117',
      coordinates: { latitude: 37.7763, longitude: -122.4328 },
      bestTimeToVisit: 'Evening (6-8 PM)',
      pictures: ['painted-ladies-golden', 'painted-ladies-blue'],
      ratings: { maya: 5, jonas: 4, li: 5, tom: 5, ines: 5 },
      hearts: ['maya', 'jonas', 'li', 'tom', 'ines'],
    },
    {
      name: 'Hyde Street',
      description:
        'From the crest at Lombard Street the rails drop straight to the bay, with Alcatraz in the gap between the houses. Stand on the corner, not in the roadway, and wait for a cable car to come up over the edge. A longer lens brings car and island together.',
      category: 'viewpoint',
      address: 'Hyde Street at Lombard Street, San Francisco, CA 94109',
      coordinates: { latitude: 37.8021, longitude: -122.4194 },
      bestTimeToVisit: 'Afternoon (12-5 PM)',
      pictures: ['hyde-street-day'],
      ratings: { jonas: 4, amir: 5, tom: 5 },
      hearts: ['jonas', 'tom'],
    },
    {
      name: 'Clarion Alley',
      description:
        'One narrow block in the Mission, with murals on every fence, gate and garage door since 1992. Walk it once without the camera, then choose a wall: they face each other at three metres. Around noon the sun gets down to the ground.',
      category: 'street-art',
      address: 'Clarion Alley, San Francisco, CA 94110',
      coordinates: { latitude: 37.763, longitude: -122.4206 },
      bestTimeToVisit: 'Afternoon (12-5 PM)',
      pictures: ['clarion-alley-day'],
      ratings: { amir: 3, hana: 4 },
      hearts: [],
    },
    {
      name: 'Lands End',
      description:
        'A coastal path under bent cypresses, with rocks offshore and the Golden Gate round the corner. Past the first bend the trees frame the water to the north. Towards evening the light comes in low from the sea.',
      category: 'nature',
      address: '680 Point Lobos Avenue, San Francisco, CA 94121',
      coordinates: { latitude: 37.7878, longitude: -122.5055 },
      bestTimeToVisit: 'Evening (6-8 PM)',
      pictures: ['lands-end-golden'],
      ratings: { maya: 4, li: 5, amir: 5, tom: 5, ines: 4 },
      hearts: ['li', 'tom'],
    },
    {
      name: 'Caffe Trieste',
      description:
        'An Italian espresso house on a sloping North Beach corner, open since 1956. Sit outside with the window behind you, or photograph the corner from across Vallejo Street. The morning regulars come early and stay.',
      category: 'cafe',
      address: '601 Vallejo Street, San Francisco, CA 94133',
      coordinates: { latitude: 37.7986, longitude: -122.4075 },
      bestTimeToVisit: 'Morning (6-11 AM)',
      pictures: ['caffe-trieste-morning'],
      ratings: { sofia: 5, amir: 5, hana: 5, ines: 5 },
      hearts: ['sofia', 'amir', 'hana', 'ines'],
    },
  ],
};
