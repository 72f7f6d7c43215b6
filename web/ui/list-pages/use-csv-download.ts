import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { saveText } from '#lib/api/save-file.ts'
import { fetchSelectedRows, type CsvChoice } from '#lib/api/selected-rows.ts'
import { formatCount } from '#lib/format-number.ts'
import type { Identified } from '#ui/lists/data-table.tsx'
import { toast } from '#ui/overlays/toast.tsx'

export interface CsvDownload {
  download: (choice: CsvChoice) => void
  busy: boolean
  progress?: string
}

interface CsvFileOptions<Row> {
  path: string
  file: string
  toCsv: (rows: readonly Row[]) => string
}

/**
 * Returns a function that fetches the chosen rows and saves them as a file. The download continues after the
 * user has left the page.
 */
export function useCsvDownload<Row extends Identified>({
  path,
  file,
  toCsv,
}: CsvFileOptions<Row>): CsvDownload {
  const [receivedCount, setReceivedCount] = useState(0)
  const { mutate, isPending } = useMutation({
    mutationFn: (choice: CsvChoice) => fetchSelectedRows<Row>(path, choice, setReceivedCount),
    onMutate: () => setReceivedCount(0),
    onSuccess: (rows) => {
      saveText(file, toCsv(rows))
      toast.success(`${file}: ${formatCount(rows.length, 'row', 'rows')}`)
    },
  })
  return {
    download: (choice) => mutate(choice),
    busy: isPending,
    progress: isPending ? formatCount(receivedCount, 'row', 'rows') : undefined,
  }
}
