import type { SampleCity } from './sample-city.ts';

export const kyoto: SampleCity = {
  slug: 'kyoto',
  name: 'Kyoto',
  country: 'Japan',
  coordinates: { latitude: 35.0116, longitude: 135.7681 },
  picture: 'kyoto-skyline-dawn',
  spots: [
    {
      name: 'Fushimi Inari Taisha',
      description:
        'Thousands of vermilion gates stand so close together that they make a tunnel up the wooded hill. Walk past the first junction, wait for a bend to be empty, and keep the camera low and centred. At first light there is hardly anyone, and the red is deep and soft.',
      category: 'landmark',
      address: '68 Fukakusa Yabunouchicho, Fushimi Ward, Kyoto 612-0882',
      coordinates: { latitude: 34.9671, longitude: 135.7727 },
      bestTimeToVisit: 'Morning (6-11 AM)',
      pictures: ['fushimi-inari-dawn'],
      ratings: { sofia: 5 },
      hearts: ['sofia'],
    },
    {
      name: 'Arashiyama Bamboo Grove',
      description:
        'A sloping path between walls of bamboo, with the light falling through far overhead. Use a tall format or point straight up, and let one person in the distance give the scale. Before eight it is quiet enough to hear the stems knock together.',
      category: 'nature',
      address: 'Sagaogurayama Tabuchiyamacho, Ukyo Ward, Kyoto 616-8394',
      coordinates: { latitude: 35.017, longitude: 135.6718 },
      bestTimeToVisit: 'Morning (6-11 AM)',
      pictures: ['bamboo-grove-morning'],
      ratings: { li: 5, hana: 4, tom: 4 },
      hearts: ['li', 'hana'],
    },
    {
      name: 'Kinkaku-ji',
      description:
        'The two upper floors are covered in gold leaf and stand doubled in the pond in front. The first viewpoint after the gate is the classic one; a polarising filter chooses between gold and reflection. In still, bright weather the picture makes itself.',
      category: 'architecture',
      address: '1 Kinkakujicho, Kita Ward, Kyoto 603-8361',
      coordinates: { latitude: 35.0394, longitude: 135.7292 },
      bestTimeToVisit: 'Afternoon (12-5 PM)',
      pictures: ['golden-pavilion-day', 'golden-pavilion-golden'],
      ratings: { jonas: 5, sofia: 5, amir: 5, hana: 5, tom: 5, ines: 5 },
      hearts: ['jonas', 'amir', 'hana'],
    },
    {
      name: 'Yasaka Pagoda',
      description:
        'The five roofs of Hokan-ji rise at the top of a lane of wooden houses. Stand some way down the slope, in the middle of the lane, with a short telephoto lens to bring the pagoda closer. When the lanterns come on, the sky behind is still blue for twenty minutes.',
      category: 'viewpoint',
      address: '388 Yasakakamicho, Higashiyama Ward, Kyoto 605-0862',
      coordinates: { latitude: 34.9985, longitude: 135.7793 },
      bestTimeToVisit: 'Evening (6-8 PM)',
      pictures: ['yasaka-street-blue', 'yasaka-street-morning'],
      ratings: { li: 5, sofia: 5, amir: 5, hana: 4, ines: 4 },
      hearts: ['sofia'],
    },
    {
      name: '% Arabica Arashiyama',
      description:
        'A tiny coffee bar with one large window, on the bank of the Katsura river. Take your cup to the bench and turn round: the hills and the Togetsukyo bridge are the real interior. Come soon after it opens, when the sun is still low over the water.',
      category: 'cafe',
      address: '3-47 Sagatenryuji Susukinobabacho, Ukyo Ward, Kyoto 616-8385',
      coordinates: { latitude: 35.0131, longitude: 135.6778 },
      bestTimeToVisit: 'Morning (6-11 AM)',
      pictures: ['arashiyama-cafe-morning'],
      ratings: { sofia: 4, tom: 5, ines: 4 },
      hearts: [],
    },
  ],
};
