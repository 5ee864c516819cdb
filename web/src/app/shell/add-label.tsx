import { Plus } from 'lucide-react';

export const addButtonClass =
  'min-h-10! noscript:hidden @max-[39em]:w-10! @max-[39em]:border-0 @max-[39em]:bg-transparent @max-[39em]:px-0!';

export const AddLabel = () => (
  <>
    <Plus size={18} aria-hidden />
    <span className="@max-[39em]:sr-only">Add</span>
  </>
);
