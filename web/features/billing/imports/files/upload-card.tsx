import { Pause, Play, Square } from 'lucide-react'
import { formatDuration } from '#lib/format-number.ts'
import { Button } from '#ui/controls/button.tsx'
import { formatBytes } from '@tahanan/contract/text/bytes.ts'
import { NameList } from '../name-list.tsx'
import { pause, resume, stopUploads } from '../run-import.ts'
import type { FailedPdf, UploadProgress } from './pdf-uploads.ts'

export function UploadCard({ progress }: { progress: UploadProgress }) {
  const { phase, sentCount, total, bytes, sentBytes, failedPdfs, problem, spentMs } = progress
  const doneCount = sentCount + failedPdfs.length
  const remainingMs =
    sentBytes > 0 && spentMs > 2000 ? (spentMs / sentBytes) * (bytes - sentBytes) : undefined
  const paused = phase === 'paused'
  return (
    <section className="panel importing" aria-labelledby="uploading">
      <h2 id="uploading">{paused ? 'Paused' : 'Uploading the PDFs'}</h2>
      <p className="counter num">
        <b>{sentCount.toLocaleString('en')}</b> of {total.toLocaleString('en')} PDFs
      </p>
      <progress value={doneCount} max={total} aria-label="PDFs uploaded" />
      <p className="muted num" role="status">
        {formatBytes(sentBytes)} of {formatBytes(bytes)}
        {failedPdfs.length > 0 && `, ${failedPdfs.length.toLocaleString('en')} not accepted`}
        {!paused && remainingMs !== undefined && `, about ${formatDuration(remainingMs)} left`}
      </p>
      {problem && (
        <p className="alert" role="alert">
          {problem} What was sent is kept. Resume when the connection is back.
        </p>
      )}
      <div className="acts">
        {paused ? (
          <Button kind="primary" icon={Play} onClick={resume}>
            Resume
          </Button>
        ) : (
          <Button icon={Pause} onClick={pause}>
            Pause
          </Button>
        )}
        <Button kind="quiet" icon={Square} onClick={stopUploads}>
          Stop
        </Button>
      </div>
      <p className="help">
        You can look at other pages of the portal meanwhile. After a reload you choose the same PDFs again,
        and only those that are not there yet are sent.
      </p>
      <FailedPdfs failedPdfs={failedPdfs} />
    </section>
  )
}

export function FailedPdfs({
  failedPdfs,
  isInitiallyOpen,
}: {
  failedPdfs: readonly FailedPdf[]
  isInitiallyOpen?: boolean
}) {
  return (
    <NameList
      title={`${failedPdfs.length.toLocaleString('en')} not accepted`}
      names={failedPdfs.map(({ file }) => file.name)}
      reasons={failedPdfs.map(({ reason }) => reason)}
      isInitiallyOpen={isInitiallyOpen}
    />
  )
}
