import { scenesOf } from '../draw/scene.ts';
import type { SampleCity } from './sample-city.ts';

const picture = scenesOf('kyoto');

export const kyoto: SampleCity = {
  slug: 'kyoto',
  name: 'Kyoto',
  country: 'Japan',
  picture: picture('kyoto skyline', 'dawn', [1180, 520], 31, 'blossom-left', 'dusk-below'),
  spots: [
    {
      name: 'Fushimi Inari Taisha',
      description:
        'Thousands of vermilion gates stand so close together that they make a tunnel up the wooded hill. Walk past the first junction, wait for a bend to be empty, and keep the camera low and centred. At first light there is hardly anyone, and the red is deep and soft.',
      category: 'landmark',
      address: '68 Fukakusa Yabunouchicho, Fushimi Ward, Kyoto 612-0882',
      bestTimeToVisit: 'Morning (6-11 AM)',
      pictures: [picture('fushimi inari', 'dawn', [800, 420], 32)],
    },
    {
      name: 'Arashiyama Bamboo Grove',
      description:
        'A sloping path between walls of bamboo, with the light falling through far overhead. Use a tall format or point straight up, and let one person in the distance give the scale. Before eight it is quiet enough to hear the stems knock together.',
      category: 'nature',
      address: 'Sagaogurayama Tabuchiyamacho, Ukyo Ward, Kyoto 616-8394',
      bestTimeToVisit: 'Morning (6-11 AM)',
      pictures: [picture('bamboo grove', 'morning', [860, 120], 33)],
    },
    {
      name: 'Kinkaku-ji',
      description:
        'The two upper floors are covered in gold leaf and stand doubled in the pond in front. The first viewpoint after the gate is the classic one; a polarising filter chooses between gold and reflection. In still, bright weather the picture makes itself.',
      category: 'architecture',
      address: '1 Kinkakujicho, Kita Ward, Kyoto 603-8361',
      bestTimeToVisit: 'Afternoon (12-5 PM)',
      pictures: [picture('golden pavilion', 'day', [400, 200], 34)],
    },
    {
      name: 'Yasaka Pagoda',
      description:
        'The five roofs of Hokan-ji rise at the top of a lane of wooden houses. Stand some way down the slope, in the middle of the lane, with a short telephoto lens to bring the pagoda closer. When the lanterns come on, the sky behind is still blue for twenty minutes.',
      category: 'viewpoint',
      address: '388 Yasakakamicho, Higashiyama Ward, Kyoto 605-0862',
      bestTimeToVisit: 'Evening (6-8 PM)',
      pictures: [picture('yasaka street', 'blue', [1060, 520], 35)],
    },
    {
      name: '% Arabica Arashiyama',
      description:
        'A tiny coffee bar with one large window, on the bank of the Katsura river. Take your cup to the bench and turn round: the hills and the Togetsukyo bridge are the real interior. Come soon after it opens, when the sun is still low over the water.',
      category: 'cafe',
      address: '3-47 Sagatenryuji Susukinobabacho, Ukyo Ward, Kyoto 616-8385',
      bestTimeToVisit: 'Morning (6-11 AM)',
      pictures: [picture('arashiyama cafe', 'morning', [420, 380], 36)],
    },
  ],
};
