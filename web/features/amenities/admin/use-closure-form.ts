import { useFormWithDraft } from '#ui/forms/use-form-with-draft.ts'
import { useSave } from '#ui/forms/use-save.ts'
import { closureForm } from '@tahanan/contract/amenities/rules.ts'
import type { Slot } from './calendar-grid.tsx'

export interface ClosureFormOptions {
  amenities: readonly { readonly id: number; readonly title: string }[]
  slot: Partial<Slot>
  onClose: () => void
}

/** The chosen amenity is a form value but part of the URL: it is not sent in the body. */
export function useClosureForm({ amenities, slot, onClose }: ClosureFormOptions) {
  const { form, close } = useFormWithDraft({
    // The draft's name contains the slot. Otherwise the draft of another slot would replace the clicked one.
    name: ['closure', slot.amenityId, slot.day, slot.from, slot.to].join(' '),
    onClose,
    form: closureForm,
    writer: 'admin',
    action: 'create',
    start: { from: slot.day, opens: slot.from ?? '', closes: slot.to ?? '' },
    otherValues: () => ({ amenityId: slot.amenityId ?? amenities[0]?.id }),
  })
  const amenityId = form.values.amenityId as number | undefined
  const { submit, busy } = useSave({
    form,
    path: '/amenity-closure',
    id: amenityId,
    noun: 'Closure',
    done: 'Closure added successfully.',
    staleQueries: [['slots'], ['record', 'amenity-rules', amenityId], ['records', 'amenities']],
    questions: {
      bookingsAgainstRules: {
        field: 'confirmedBookings',
        title: 'Close these hours?',
        okText: 'Close',
        cancelText: 'Keep editing',
      },
    },
    onSaved: close,
  })
  return {
    form,
    amenityId,
    setAmenityId: (chosenId: number) => form.set('amenityId', chosenId),
    submit,
    busy,
    close,
  }
}
