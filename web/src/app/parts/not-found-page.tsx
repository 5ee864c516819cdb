import { Link } from 'react-router-dom';

import { pathOf } from '#contracts/screens';

import { buttonClass } from '../../ui/button.tsx';
import { ScreenMessage } from '../../ui/screen-message.tsx';

/** For any path without a screen. */
export function NotFoundPage() {
  return (
    <ScreenMessage
      title="404 Page Not Found"
      text="Did you forget to add the page to the router?"
      action={
        <Link to={pathOf('home')} className={buttonClass({ variant: 'primary' })}>
          Go to Home
        </Link>
      }
    />
  );
}
