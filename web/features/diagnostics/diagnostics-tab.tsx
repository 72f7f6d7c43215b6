import './diagnostics.css'
import { useMutation, useQuery } from '@tanstack/react-query'
import {
  CircleCheck,
  CircleDot,
  CircleOff,
  CircleX,
  Copy,
  Mail,
  RefreshCw,
  TriangleAlert,
} from 'lucide-react'
import { api } from '#lib/api/api.ts'
import { createApiQuery } from '#lib/api/create-api-query.ts'
import { formatDateTime } from '#lib/time.ts'
import { Button } from '#ui/controls/button.tsx'
import { TableSkeleton } from '#ui/lists/skeletons.tsx'
import { TableHead } from '#ui/lists/table-head.tsx'
import { copyText } from '#ui/overlays/copy-text.ts'
import { toast } from '#ui/overlays/toast.tsx'
import { QueryState } from '#ui/query-state.tsx'
import type { DiagnosticCheck, Diagnostics, TestMail } from '@tahanan/contract/diagnostics/answers.ts'
import { STATE_LABELS, checkBrowserClock, formatDiagnosis, formatVersion } from './format-diagnosis.ts'

/** Not cached, so that the diagnosis runs again each time the page is opened. */
const diagnosticsQuery = createApiQuery<Diagnostics>(
  ['diagnostics'],
  '/diagnostics',
  {},
  {
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  },
)

/**
 * Tab with checks of all parts of the portal, a test mail, and warnings of the server's log (rules 11.23,
 * 11.24).
 */
export default function DiagnosticsTab() {
  const query = useQuery(diagnosticsQuery)
  const { data, dataUpdatedAt, isFetching, refetch } = query
  const { mutate: sendTestMail, isPending } = useMutation({
    mutationFn: () => api.post<TestMail>('/test-mail'),
    onSuccess: ({ sent, message }) => (sent ? toast.info(message) : toast.error(message)),
  })
  const checks = data ? [...data.checks, checkBrowserClock(data.at, dataUpdatedAt)] : []
  return (
    <section className="diagnostics stack" aria-labelledby="diagnostics">
      <header>
        <div>
          <h2 id="diagnostics">Diagnostics</h2>
          <p className="minor">
            {data && `${formatVersion(data)}, running since ${formatDateTime(data.startedAt)}`}
          </p>
        </div>
        <Button kind="quiet" icon={RefreshCw} busy={isFetching} onClick={() => void refetch()}>
          Check again
        </Button>
        <Button kind="default" icon={Mail} busy={isPending} onClick={() => sendTestMail()}>
          Send a test mail
        </Button>
        <Button
          kind="primary"
          icon={Copy}
          disabled={!data}
          onClick={() => data && void copyText(formatDiagnosis(data, checks), 'Copied, without passwords.')}
        >
          Copy as text
        </Button>
      </header>
      {!data && (
        <QueryState query={query} title="We could not check the portal">
          <TableSkeleton columns={[['Part'], ['State'], ['Found']]} count={12} />
        </QueryState>
      )}
      {data && (
        <>
          <Checks checks={checks} />
          <LoggedErrors logged={data.logged} />
        </>
      )}
    </section>
  )
}

const CHECK_ICONS: Readonly<Record<DiagnosticCheck['state'], typeof CircleCheck>> = {
  good: CircleCheck,
  warning: TriangleAlert,
  failed: CircleX,
  off: CircleOff,
  unchecked: CircleDot,
}

function Checks({ checks }: { checks: readonly DiagnosticCheck[] }) {
  return (
    <div className="panel">
      <table className="table folds">
        <caption className="visually-hidden">Parts of the portal</caption>
        <TableHead columns={['Part', 'State', 'Found']} />
        <tbody>
          {checks.map(({ part, state, words }) => {
            const Icon = CHECK_ICONS[state]
            return (
              <tr key={part}>
                <th scope="row">{part}</th>
                <td>
                  <span className={`check-state inline ${state}`}>
                    <Icon className="small" />
                    {STATE_LABELS[state]}
                  </span>
                </td>
                <td className="found">{words}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

function LoggedErrors({ logged }: Pick<Diagnostics, 'logged'>) {
  return (
    <>
      <h3>Warnings and errors since the start</h3>
      {logged.length === 0 && <p className="minor">None.</p>}
      {logged.length > 0 && (
        <div className="panel">
          <table className="table folds">
            <caption className="visually-hidden">Warnings and errors</caption>
            <TableHead columns={['What', 'Count', 'Last']} right={['Count']} />
            <tbody>
              {logged.map(({ kind, count, last }) => (
                <tr key={kind}>
                  <th scope="row" className="found">
                    {kind}
                  </th>
                  <td className="right c-num">{count.toLocaleString('en')}</td>
                  <td className="c-num">{formatDateTime(last)}</td>
                </tr>
              ))}
            </tbody>
          </table>
          <p className="help">
            Of the process that answered; the log of the server has each with its details.
          </p>
        </div>
      )}
    </>
  )
}
