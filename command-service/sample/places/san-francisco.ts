import { scenesOf } from '../draw/scene.ts';
import type { SampleCity } from './sample-city.ts';

const picture = scenesOf('sanFrancisco');

export const sanFrancisco: SampleCity = {
  slug: 'san-francisco',
  name: 'San Francisco',
  country: 'United States',
  picture: picture('san francisco skyline', 'sunset', [1330, 600], 61, 'dusk-below'),
  spots: [
    {
      name: 'Golden Gate Bridge',
      description:
        'The two orange towers change with every bank of fog that comes through the strait. Battery Spencer on the north side looks down on the deck; Baker Beach on the south side has surf and rocks in front. In summer the fog is often lowest in the morning, so that the towers stand out of it.',
      category: 'landmark',
      address: 'Golden Gate Bridge, San Francisco, CA 94129',
      bestTimeToVisit: 'Morning (6-11 AM)',
      pictures: [
        picture('golden gate', 'morning', [860, 330], 62),
        picture('baker beach', 'sunset', [300, 600], 63, 'photographer-left'),
      ],
    },
    {
      name: 'Painted Ladies',
      description:
        'A row of Victorian houses with gables and bay windows, each in its own colours, and the towers of downtown behind. The grass slope of Alamo Square is the grandstand for it. The sun is behind you in the late afternoon, and the windows catch it.',
      category: 'architecture',
      address: '710-720 Steiner Street, San Francisco, CA 94117',
      bestTimeToVisit: 'Evening (6-8 PM)',
      pictures: [picture('painted ladies', 'golden', [200, 330], 64)],
    },
    {
      name: 'Hyde Street',
      description:
        'From the crest at Lombard Street the rails drop straight to the bay, with Alcatraz in the gap between the houses. Stand on the corner, not in the roadway, and wait for a cable car to come up over the edge. A longer lens brings car and island together.',
      category: 'viewpoint',
      address: 'Hyde Street at Lombard Street, San Francisco, CA 94109',
      bestTimeToVisit: 'Afternoon (12-5 PM)',
      pictures: [picture('hyde street', 'day', [1100, 200], 65)],
    },
    {
      name: 'Clarion Alley',
      description:
        'One narrow block in the Mission, with murals on every fence, gate and garage door since 1992. Walk it once without the camera, then choose a wall: they face each other at three metres. Around noon the sun gets down to the ground.',
      category: 'street-art',
      address: 'Clarion Alley, San Francisco, CA 94110',
      bestTimeToVisit: 'Afternoon (12-5 PM)',
      pictures: [picture('clarion alley', 'day', [1000, 140], 66)],
    },
    {
      name: 'Lands End',
      description:
        'A coastal path under bent cypresses, with rocks offshore and the Golden Gate round the corner. Past the first bend the trees frame the water to the north. Towards evening the light comes in low from the sea.',
      category: 'nature',
      address: '680 Point Lobos Avenue, San Francisco, CA 94121',
      bestTimeToVisit: 'Evening (6-8 PM)',
      pictures: [picture('lands end', 'golden', [1290, 480], 67, 'gulls')],
    },
    {
      name: 'Caffe Trieste',
      description:
        'An Italian espresso house on a sloping North Beach corner, open since 1956. Sit outside with the window behind you, or photograph the corner from across Vallejo Street. The morning regulars come early and stay.',
      category: 'cafe',
      address: '601 Vallejo Street, San Francisco, CA 94133',
      bestTimeToVisit: 'Morning (6-11 AM)',
      pictures: [picture('caffe trieste', 'morning', [300, 90], 68)],
    },
  ],
};
