import { Component, type ReactNode } from 'react';
import { useLocation, type Location } from 'react-router-dom';

interface BoundaryProps {
  readonly location: Location;
  readonly fallback: (error: unknown) => ReactNode;
  readonly children: ReactNode;
}
interface Caught {
  readonly location: Location;
  readonly failure: { readonly error: unknown } | null;
}

/** Shows `fallback` instead of children that failed to render, until the address changes. */
export function ErrorBoundary(props: Omit<BoundaryProps, 'location'>) {
  return <Boundary {...props} location={useLocation()} />;
}

class Boundary extends Component<BoundaryProps, Caught> {
  override state: Caught = { location: this.props.location, failure: null };

  static getDerivedStateFromError(error: unknown): Partial<Caught> {
    return { failure: { error } };
  }

  static getDerivedStateFromProps({ location }: BoundaryProps, state: Caught): Caught {
    return location === state.location ? state : { location, failure: null };
  }

  override render(): ReactNode {
    const { failure } = this.state;
    return failure === null ? this.props.children : this.props.fallback(failure.error);
  }
}
