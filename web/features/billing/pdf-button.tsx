import { useMutation } from '@tanstack/react-query'
import { FileText } from 'lucide-react'
import { api } from '../../lib/api/api.ts'
import { saveBlob } from '../../lib/api/save-file.ts'
import { Button } from '../../ui/controls/button.tsx'

interface PdfButtonProps {
  /** Address of the call that gives the PDF. */
  path: string
  /** Name of the saved file, without its ending. */
  name: string
  disabled?: boolean
}

/** Saves a report as a PDF. */
export function PdfButton({ path, name, disabled = false }: PdfButtonProps) {
  const { mutate, isPending } = useMutation({
    mutationFn: () => api.file(path),
    onSuccess: (pdf) => saveBlob(`${name}.pdf`, pdf),
  })
  return (
    <Button icon={FileText} busy={isPending} disabled={disabled} onClick={() => mutate()}>
      Download PDF
    </Button>
  )
}
