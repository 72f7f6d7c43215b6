import { Download } from 'lucide-react'
import type { CsvChoice } from '#lib/api/chosen-rows.ts'
import { pesos } from '#lib/money.ts'
import { showDateTime } from '#lib/time.ts'
import { Button } from '#ui/controls/button.tsx'
import { Pager } from '#ui/lists/pager.tsx'
import { Sheet } from '#ui/overlays/sheet.tsx'
import { QueryState } from '#ui/query-state.tsx'
import { payfileBatchesQuery } from '../../calls.ts'
import { usePaged } from '../../use-paged.ts'
import { PayfileChoice } from './payfile-choice.tsx'
import { rowsOf, usePayfileExports } from './payfile-exports.ts'

interface PayfileSheetProps {
  choice: CsvChoice
  ticked: number
  mayClose: boolean
  onClose: () => void
}

const ABOUT_BATCHES =
  'A batch holds each payment once and tells the next statement which payments it covers. ' +
  'A copy closes no batch: let accounting book from batches alone.'

/** Choice of the export: selected rows, next batch, tab and search; closed batches (rules 16.11, 16.12). */
export function PayfileSheet({ choice, ticked, mayClose, onClose }: PayfileSheetProps) {
  const { query, filter, onPage } = usePaged(payfileBatchesQuery)
  const { batch, busy } = usePayfileExports()
  const { data } = query
  const chosen = data && (
    <PayfileChoice
      choice={choice}
      ticked={ticked > 0}
      mayClose={mayClose}
      isFirst={data.total === 0}
      onDone={onClose}
    />
  )
  return (
    <Sheet title="Payfile.csv" place="box" onClose={onClose}>
      {!data && <QueryState query={query} title="We could not load the batches" />}
      {data && ticked > 0 && (
        <section className="payfile">
          {chosen}
          <p className="subtle">{ABOUT_BATCHES}</p>
        </section>
      )}
      {data && ticked === 0 && (
        <>
          <section className="payfile">
            <p>
              {data.next.rows > 0
                ? `${rowsOf(data.next.rows)} of ${pesos(data.next.amount)} in all ` +
                  `${data.next.rows === 1 ? 'is' : 'are'} posted and not yet exported.`
                : 'Everything that is posted was exported.'}
              {data.next.copied.rows > 0 &&
                ` ${rowsOf(data.next.copied.rows)} ${data.next.copied.rows === 1 ? 'was' : 'were'} in a copy before.`}
            </p>
            {mayClose && (
              <div className="acts">
                <Button
                  kind="primary"
                  icon={Download}
                  busy={busy}
                  disabled={data.next.rows === 0}
                  onClick={() => batch({})}
                >
                  Export next batch
                </Button>
              </div>
            )}
            <p className="subtle">{ABOUT_BATCHES}</p>
          </section>
          <section className="titled" aria-labelledby="payfile-filter">
            <header>
              <h3 id="payfile-filter">This tab and search</h3>
            </header>
            <div className="payfile">{chosen}</div>
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
                        onClick={() => batch({ number })}
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
