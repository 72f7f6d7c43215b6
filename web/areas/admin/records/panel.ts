import { useSearchParams } from 'react-router'

/** What lies over a list of records: the add form, or a record. */
export type RecordPanel = { id?: number } | undefined

/**
 * The open modal lives in the address, so that links lead to it: `?modal=true` is the add form, with `serviceId=7` the
 * record 7 (specification 2 §2.1), and so is `?id=7`, as the search writes it.
 */
export function useRecordPanel(): {
  panel: RecordPanel
  open: (id?: number) => void
  close: () => void
} {
  const [params, setParams] = useSearchParams()
  const id = Number(params.get('serviceId') ?? params.get('id'))
  const isRecord = Number.isSafeInteger(id) && id > 0
  return {
    panel: isRecord ? { id } : params.get('modal') === 'true' ? {} : undefined,
    open: (record) =>
      setParams((before) => {
        before.delete('id')
        before.set('modal', 'true')
        if (record === undefined) before.delete('serviceId')
        else before.set('serviceId', String(record))
        return before
      }),
    close: () =>
      setParams(
        (before) => {
          for (const name of ['modal', 'serviceId', 'id']) before.delete(name)
          return before
        },
        { replace: true },
      ),
  }
}
