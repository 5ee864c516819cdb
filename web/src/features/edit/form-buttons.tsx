import { Button } from '../../ui/button.tsx';

export interface FormButtonsProps {
  readonly submitLabel: string;
  readonly pending: boolean;
  readonly onCancel: () => void;
  /** Nothing has been changed that could be saved. */
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
