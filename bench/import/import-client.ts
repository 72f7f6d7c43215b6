// The browser's part of a statement import, in a separate process: uploads the files, requests the preview,
// sends the PDFs over a few connections, saves. Reports the time of each step to its parent.
import { randomBytes } from 'node:crypto'
import { createClientCodes } from '@tahanan/server/seed/create-client-codes.ts'
import { formatSoaCsv, formatWebClientCsv } from './import-files.ts'

export interface ImportJob {
  port: number
  token: string
  rows: number
  pdfs: number
  pdfBytes: number
  /** Number of the run. Amounts and dates depend on it, so that every run has changed rows to save. */
  run: number
}

export type ImportClientMessage =
  | { began: ImportPhase }
  | { done: Record<ImportPhase, number>; saved: { count: number; total: number } }
export type ImportPhase = 'files' | 'preview' | 'pdfs' | 'save'

const PDFS_PER_UPLOAD = 30
const CONNECTION_COUNT = 4

process.once('message', (job: ImportJob) => void runImport(job))

async function runImport({ port, token, rows, pdfs, pdfBytes, run }: ImportJob): Promise<void> {
  const baseUrl = `http://127.0.0.1:${port}/api`
  const authorization = `Bearer ${token}`
  const uniqId = `bench-${rows}-${run}-${Date.now()}`
  const clientCodes = createClientCodes(rows)
  const secondsByPhase = { files: 0, preview: 0, pdfs: 0, save: 0 }

  async function measurePhase<Result>(phase: ImportPhase, callback: () => Promise<Result>): Promise<Result> {
    process.send?.({ began: phase } satisfies ImportClientMessage)
    const start = performance.now()
    const result = await callback()
    secondsByPhase[phase] = (performance.now() - start) / 1000
    return result
  }
  async function callApi<Body>(path: string, method: string, body: FormData | object): Promise<Body> {
    const form = body instanceof FormData
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      headers: { authorization, ...(!form && { 'content-type': 'application/json' }) },
      body: form ? body : JSON.stringify(body),
    })
    if (!response.ok)
      throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`)
    return (await response.json()) as Body
  }
  async function uploadCsv(name: string, content: string): Promise<string> {
    const form = new FormData()
    form.append('url', `soa/csv/${name}`)
    form.append('file', new Blob([content]), name)
    return (await callApi<{ key: string }>('/file', 'POST', form)).key
  }

  const [soaCsv, webClientCsv] = [formatSoaCsv(clientCodes, run), formatWebClientCsv(clientCodes, run)]
  const [soaFile, webClientFile] = await measurePhase('files', async () => [
    await uploadCsv('soa.csv', soaCsv),
    await uploadCsv('webclient.csv', webClientCsv),
  ])
  await measurePhase('preview', () =>
    callApi('/statement-imports', 'POST', {
      uniqId,
      soaFile,
      webClientFile,
      soaFileName: 'soa.csv',
      webClientFileName: 'webclient.csv',
    }),
  )
  // The random content of the PDFs is generated before the measurement, because a browser reads finished
  // files.
  const noise = randomBytes(pdfBytes + pdfs)
  const pdfCodes = clientCodes.slice(0, pdfs)
  await measurePhase('pdfs', async () => {
    let nextIndex = 0
    await Promise.all(
      Array.from({ length: CONNECTION_COUNT }, async () => {
        while (nextIndex < pdfCodes.length) {
          const codeBatch = pdfCodes.slice(nextIndex, (nextIndex += PDFS_PER_UPLOAD))
          const form = new FormData()
          for (const code of codeBatch) form.append('files', createPdf(code), `${code}.pdf`)
          const { data } = await callApi<{ data: { ok: boolean; message?: string }[] }>(
            `/statement-imports/${uniqId}/pdfs`,
            'POST',
            form,
          )
          const refusedPdf = data.find(({ ok }) => !ok)
          if (refusedPdf || data.length !== codeBatch.length)
            throw new Error(`A PDF was refused: ${refusedPdf?.message}`)
        }
      }),
    )
  })
  function createPdf(code: string): Blob {
    const codeIndex = pdfCodes.indexOf(code)
    const pdfObjects = [
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R ' +
        '/Resources << /XObject << /Scan 5 0 R >> >> >>',
      '<< /Length 9 >>\nstream\n/Scan Do \nendstream',
      `<< /Type /XObject /Subtype /Image /Width 600 /Height 800 /ColorSpace /DeviceGray /BitsPerComponent 8
        /Filter /DCTDecode /Length ${pdfBytes} >>`,
    ]
    return new Blob([
      `%PDF-1.7\n${pdfObjects.map((object, index) => `${index + 1} 0 obj\n${object}`).join('\nendobj\n')}\nstream\n`,
      new Uint8Array(noise.subarray(codeIndex, codeIndex + pdfBytes)),
      `\nendstream\nendobj\ntrailer\n<< /Root 1 0 R /Size 6 /Info << /Title (${code} ${run}) >> >>\n`,
      'startxref\n9\n%%EOF\n',
    ])
  }
  const saveResult = await measurePhase('save', () =>
    callApi<{ count: number; total: number }>('/tenant-soa-info', 'PUT', { uniqId }),
  )
  process.send?.({
    done: secondsByPhase,
    saved: { count: saveResult.count, total: saveResult.total },
  } satisfies ImportClientMessage)
  process.disconnect()
}
