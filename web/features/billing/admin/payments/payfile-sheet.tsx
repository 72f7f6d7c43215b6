import { PAYFILE } from '@tahanan/contract/billing/payfile.ts'
import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { type BatchWithRows, payfileBatchesQuery } from '../../calls.ts'
import { api } from '../../../../lib/api/api.ts'
import { saveText } from '../../../../lib/api/save-file.ts'
import { counted } from '../../../../lib/counted.ts'
import { pesos } from '../../../../lib/money.ts'
import { showDateTime } from '../../../../lib/time.ts'
import { Button } from '../../../../ui/controls/button.tsx'
import { Pager } from '../../../../ui/lists/pager.tsx'
import { Sheet } from '../../../../ui/overlays/sheet.tsx'
import { toast } from '../../../../ui/overlays/toast.tsx'
import { QueryState } from '../../../../ui/query-state.tsx'
import { queryClient } from '../../../../lib/api/query-client.ts'
import { usePaged } from '../../use-paged.ts'

interface PayfileSheetProps {
  /** How many payments the tab and search hold. */
  total: number
  mayClose: boolean
  onFilter: () => void
  onClose: () => void
}

const rowsOf = (count: number): string => counted(count, 'row', 'rows')

/** Asks what Payfile.csv is to hold: the next batch, or the tab and search; and has the closed batches (rules 16.11, 16.12). */
export function PayfileSheet({ total, mayClose, onFilter, onClose }: PayfileSheetProps) {
  const { query, filter, onPage } = usePaged(payfileBatchesQuery)
  const { mutate, isPending } = useMutation({
    mutationFn: (number: number | undefined) =>
      number === undefined
        ? api.post<BatchWithRows>('/payfile-batch', {})
        : api.get<BatchWithRows>(`/payfile-batch/${number}`),
    onSuccess: ({ number, data }) => {
      saveText(PAYFILE.file.replace('.', ` ${number}.`), PAYFILE.toCsv(data))
      toast.success(`Batch ${number}: ${rowsOf(data.length)}`)
      void queryClient.invalidateQueries({ queryKey: ['payments', 'payfile-batches'] })
    },
  })
  const { data } = query
  return (
    <Sheet title="Payfile.csv" place="box" onClose={onClose}>
      {!data && <QueryState query={query} title="We could not load the batches" />}
      {data && (
        <>
          <section className="payfile">
            <p>
              {data.next.rows > 0
                ? `${rowsOf(data.next.rows)} of ${pesos(data.next.amount)} in all ${data.next.rows === 1 ? 'is' : 'are'} posted and not yet exported.`
                : 'Everything that is posted was exported.'}
            </p>
            <div className="acts">
              {mayClose && (
                <Button
                  kind="primary"
                  icon={Download}
                  busy={isPending}
                  disabled={data.next.rows === 0}
                  onClick={() => mutate(undefined)}
                >
                  Export next batch
                </Button>
              )}
              <Button icon={Download} onClick={onFilter}>
                {`Download this tab and search (${total.toLocaleString('en')})`}
              </Button>
            </div>
            <p className="subtle">
              A batch holds each payment once and tells the next statement which payments it covers. A
              download of the tab and search closes no batch.
            </p>
          </section>
          {data.total > 0 && (
            <section className="titled" aria-labelledby="payfile-batches">
              <header>
                <h3 id="payfile-batches">Earlier batches</h3>
              </header>
              <ul className="soa-list">
                {data.data.map(({ number, rows, amount, by, created_at }) => (
                  <li key={number}>
                    <div>
                      <h4>{`Batch ${number}`}</h4>
                      <p className="minor num">{`${showDateTime(created_at)}${by ? `, ${by}` : ''}, ${rowsOf(rows)}`}</p>
                    </div>
                    <b className="num">{pesos(amount)}</b>
                    <div className="acts">
                      <Button
                        icon={Download}
                        aria-label={`Download batch ${number}`}
                        onClick={() => mutate(number)}
                      >
                        Download
                      </Button>
                    </div>
                  </li>
                ))}
              </ul>
              {data.total > filter.limit && <Pager {...filter} total={data.total} onPage={onPage} />}
            </section>
          )}
        </>
      )}
    </Sheet>
  )
}
