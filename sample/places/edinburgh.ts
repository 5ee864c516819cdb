import type { SampleCity } from './sample-city.ts';

export const edinburgh: SampleCity = {
  slug: 'edinburgh',
  name: 'Edinburgh',
  country: 'United Kingdom',
  coordinates: { latitude: 55.9533, longitude: -3.1883 },
  picture: 'edinburgh-skyline-blue',
  spots: [
    {
      name: 'Calton Hill',
      description:
        'The round temple of the Dugald Stewart Monument in front, the clock tower and the castle behind: the whole town in one frame. Stand a few steps up the slope to the north-east of the monument so that its roof clears the skyline. In summer the sun sets well to the right, in winter almost behind the castle.',
      category: 'viewpoint',
      address: 'Calton Hill, Edinburgh EH7',
      coordinates: { latitude: 55.9553, longitude: -3.1825 },
      bestTimeToVisit: 'Evening (6-8 PM)',
      pictures: ['calton-hill-sunset', 'calton-hill-dawn'],
      ratings: { maya: 4, jonas: 4, li: 4, tom: 4 },
      hearts: [],
    },
    {
      name: 'The Vennel',
      description:
        'Worn steps climb from the Grassmarket between high walls, and the castle stands exactly at their end. Shoot from the upper third with the lamp on one side. Mist and rain suit this place, and somebody with an umbrella will come along.',
      category: 'viewpoint',
      address: 'The Vennel, Grassmarket, Edinburgh EH1',
      coordinates: { latitude: 55.9463, longitude: -3.1968 },
      bestTimeToVisit: 'Any time',
      pictures: ['vennel-steps-mist'],
      ratings: { maya: 5, jonas: 5, li: 3, sofia: 4 },
      hearts: ['maya', 'jonas'],
    },
    {
      name: 'Arthur’s Seat',
      description:
        'An old volcano in the middle of the city, 251 metres high, with cliffs on one side and grass on the other. From the slopes of the lower hills you see the path and the tiny figures on top. Gorse is in flower in late spring, and the morning sun rakes across the crags.',
      category: 'nature',
      address: 'Holyrood Park, Edinburgh EH8',
      coordinates: { latitude: 55.9441, longitude: -3.1618 },
      bestTimeToVisit: 'Morning (6-11 AM)',
      pictures: ['arthurs-seat-morning'],
      ratings: { maya: 4, jonas: 4, sofia: 5, amir: 5, hana: 4 },
      hearts: ['maya', 'sofia'],
    },
    {
      name: 'Victoria Street',
      description:
        'A curving street of painted shopfronts with a terrace running above them. Start at the lower end and follow the bend with the lens; from the terrace you get the same curve from above. At dusk the windows light the wet setts.',
      category: 'landmark',
      address: 'Victoria Street, Edinburgh EH1',
      coordinates: { latitude: 55.9486, longitude: -3.1936 },
      bestTimeToVisit: 'Evening (6-8 PM)',
      pictures: ['victoria-street-blue', 'victoria-street-morning'],
      ratings: { maya: 4, amir: 3, tom: 4 },
      hearts: ['maya'],
    },
    {
      name: 'Dean Village',
      description:
        'Mill buildings and the red court with its clock tower crowd round the Water of Leith, ten minutes from Princes Street. The footbridge gives the view upstream, with the stepped gables mirrored where the water is slow. Late in the day the sandstone turns warm; in October the trees match it.',
      category: 'architecture',
      address: 'Hawthornbank Lane, Dean Village, Edinburgh EH4',
      coordinates: { latitude: 55.9522, longitude: -3.2172 },
      bestTimeToVisit: 'Evening (6-8 PM)',
      pictures: ['dean-village-golden'],
      ratings: { sofia: 5 },
      hearts: ['sofia'],
    },
  ],
};
