import { useParams } from 'react-router-dom';

import { CityView } from './city-view.tsx';

export function CityPage() {
  const { id = '' } = useParams();
  return <CityView key={id} id={id} />;
}
