import type { PayfileRow } from '@tahanan/contract/billing/answers.ts'
import { PAYFILE } from '@tahanan/contract/billing/payfile.ts'
import { useMutation } from '@tanstack/react-query'
import { saveText } from '../../../../lib/api/save-file.ts'
import { type CsvChoice, chosenRows } from '../../../../lib/api/chosen-rows.ts'
import { toast } from '../../../../ui/overlays/toast.tsx'

/** Fetches the rows of a choice and hands them to the browser as 'Payfile.csv' (rules 8.24). */
export function usePayfile(): { download: (choice: CsvChoice) => void; busy: boolean } {
  const { mutate, isPending } = useMutation({
    mutationFn: (choice: CsvChoice) => chosenRows<PayfileRow>('/paymentIds', choice),
    onSuccess: (rows) => {
      saveText(PAYFILE.file, PAYFILE.toCsv(rows))
      toast.success(`${PAYFILE.file}: ${rows.length.toLocaleString('en')} rows`)
    },
  })
  return { download: (choice) => mutate(choice), busy: isPending }
}
