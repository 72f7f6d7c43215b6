import { useMutation } from '@tanstack/react-query'
import { fetchChosenRows, type CsvChoice } from '#lib/api/chosen-rows.ts'
import { saveText } from '#lib/api/save-file.ts'
import type { Identified } from '#ui/lists/record-table.tsx'
import { toast } from '#ui/overlays/toast.tsx'

export interface CsvDownload {
  download: (choice: CsvChoice) => void
  busy: boolean
}

interface CsvFile<Row> {
  path: string
  file: string
  toCsv: (rows: readonly Row[]) => string
}

/** Returns a download that fetches the rows of a choice and saves them as a file. */
export function useCsvDownload<Row extends Identified>({ path, file, toCsv }: CsvFile<Row>): CsvDownload {
  const { mutate, isPending } = useMutation({
    mutationFn: (choice: CsvChoice) => fetchChosenRows<Row>(path, choice),
    onSuccess: (rows) => {
      saveText(file, toCsv(rows))
      toast.success(`${file}: ${rows.length.toLocaleString('en')} rows`)
    },
  })
  return { download: (choice) => mutate(choice), busy: isPending }
}
