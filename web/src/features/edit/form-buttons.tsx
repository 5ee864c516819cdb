import { Button } from '../../ui/button.tsx';

export interface FormButtonsProps {
  readonly submitLabel: string;
  readonly pending: boolean;
  readonly onCancel: () => void;
  /** Whether there is nothing to save. */
  readonly unchanged?: boolean;
}

export function FormButtons({ submitLabel, pending, onCancel, unchanged = false }: FormButtonsProps) {
  return (
    <div className="mt-2 flex flex-wrap justify-end gap-3">
      <Button onClick={onCancel} disabled={pending}>
        Cancel
      </Button>
      <Button type="submit" variant="primary" pending={pending} disabled={unchanged}>
        {submitLabel}
      </Button>
    </div>
  );
}
