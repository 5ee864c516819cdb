import { Plus } from 'lucide-react';

export const addButtonClass = 'h-10! max-sm:w-10! max-sm:border-0 max-sm:bg-transparent max-sm:px-0!';

export const AddLabel = () => (
  <>
    <Plus size={18} aria-hidden />
    <span className="max-sm:sr-only">Add</span>
  </>
);
