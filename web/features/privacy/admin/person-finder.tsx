import { useMutation } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { useId, useState } from 'react'
import { api, ApiError } from '#lib/api/api.ts'
import { formatDate } from '#lib/time.ts'
import { Button } from '#ui/controls/button.tsx'
import { FieldMessage } from '#ui/controls/field.tsx'
import { Input } from '#ui/controls/input.tsx'
import type { FoundPersonRecord } from '@tahanan/contract/privacy-requests/answers.ts'
import { PERSON_RECORDS, PERSON_SEARCH_LIMITS } from '@tahanan/contract/privacy-requests/request-form.ts'

interface PersonFinderProps {
  chosenRecords: readonly FoundPersonRecord[]
  error: string | undefined
  onChange: (records: readonly FoundPersonRecord[]) => void
}

const getKey = ({ kind, id }: FoundPersonRecord): string => `${kind} ${id}`

/**
 * Searches records of visitors and workers. The office ticks those that belong to the person of the request.
 * The portal never decides this (rules 26.27).
 */
export function PersonFinder({ chosenRecords, error, onChange }: PersonFinderProps) {
  const id = useId()
  const [term, setTerm] = useState('')
  const {
    mutate,
    data,
    isPending,
    error: failure,
  } = useMutation({
    mutationFn: async (searchTerm: string) =>
      (await api.post<{ data: FoundPersonRecord[] }>('/privacy-search', { term: searchTerm })).data,
    meta: { handles: ['fields'] },
  })
  const searchRecords = (): void => {
    if (!isPending) mutate(term.trim())
  }
  const keys = new Set(chosenRecords.map(getKey))
  const shownRecords = [...chosenRecords, ...(data ?? []).filter((record) => !keys.has(getKey(record)))]
  const toggle = (record: FoundPersonRecord): void =>
    onChange(
      keys.has(getKey(record))
        ? chosenRecords.filter((chosenRecord) => getKey(chosenRecord) !== getKey(record))
        : [...chosenRecords, record],
    )
  const termError = failure instanceof ApiError ? failure.errors.term?.[0] : undefined
  return (
    <div className="wide person-finder stack" role="group" aria-labelledby={`${id}-title`}>
      <div>
        <b id={`${id}-title`}>Records of this person</b>
        <small>
          Two people can have one name: tick only what is this person's. The audit log notes each search.
        </small>
      </div>
      <div className="row">
        <Input
          type="search"
          icon={Search}
          aria-label="Search name, phone or email"
          aria-describedby={`${id}-message`}
          placeholder="Search name, phone or email"
          value={term}
          limit={100}
          onChange={({ target }) => setTerm(target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            // Enter starts the search. It must not submit the form around it.
            event.preventDefault()
            searchRecords()
          }}
        />
        <Button busy={isPending} onClick={searchRecords}>
          Find
        </Button>
      </div>
      <FieldMessage id={`${id}-message`} error={error ?? termError} />
      {data?.length === 0 && (
        <p className="subtle">Nothing found. The request can be entered without records.</p>
      )}
      {shownRecords.length > 0 && (
        <ul aria-label="Records of this person">
          {shownRecords.map((record) => (
            <li key={getKey(record)}>
              <label>
                <input type="checkbox" checked={keys.has(getKey(record))} onChange={() => toggle(record)} />
                <span>
                  {record.name || PERSON_RECORDS[record.kind]}
                  <small className="num">
                    {[record.label.split(':')[0], formatDate(record.at), record.detail]
                      .filter(Boolean)
                      .join(', ')}
                  </small>
                </span>
              </label>
            </li>
          ))}
        </ul>
      )}
      {data?.length === PERSON_SEARCH_LIMITS.found && (
        <small>{`These are the newest ${PERSON_SEARCH_LIMITS.found}. Please type more to find others.`}</small>
      )}
    </div>
  )
}
