import { Link } from 'react-router-dom';

import { homeParts } from '#contracts/screens';

import { buttonClass } from '../../ui/button.tsx';

/** What to do next for somebody who has no places yet. */
export const LookAtPlaces = () => (
  <Link to={homeParts.locations} className={buttonClass({ variant: 'primary' })}>
    Look at places
  </Link>
);
