import './pass-row.css'
import { useQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { useState } from 'react'
import { useDebouncedText } from '#lib/use-debounced-text.ts'
import { Input } from '#ui/controls/input.tsx'
import { QueryState } from '#ui/query-state.tsx'
import type { GatePass } from '@tahanan/contract/gate/answers.ts'
import { LIMITS } from '@tahanan/contract/limits.ts'
import { gatePassesQuery } from '../store/gate-store.ts'
import { PassRow } from './pass-row.tsx'

interface SearchPassesProps {
  onText: (text: string) => void
  onOpen: (pass: GatePass) => void
}

export function SearchPasses({ onText, onOpen }: SearchPassesProps) {
  const [typedText, setTypedText] = useState('')
  const searchText = useDebouncedText(typedText.includes('#') ? '' : typedText.trim())
  return (
    <>
      <Input
        icon={Search}
        type="search"
        aria-label="Unit, name or number"
        placeholder="Unit, name or number"
        autoFocus
        autoComplete="off"
        spellCheck={false}
        limit={typedText.includes('#') ? undefined : LIMITS.searchTerm}
        value={typedText}
        onChange={({ target }) => setTypedText(target.value)}
        onKeyDown={({ key }) => {
          if (key !== 'Enter' || !typedText.includes('#')) return
          onText(typedText)
          setTypedText('')
        }}
      />
      {searchText !== '' && searchText.length <= LIMITS.searchTerm && (
        <FoundPasses searchText={searchText} onOpen={onOpen} />
      )}
    </>
  )
}

function FoundPasses({ searchText, onOpen }: { searchText: string; onOpen: (pass: GatePass) => void }) {
  const query = useQuery(gatePassesQuery(undefined, { search: searchText }))
  if (!query.data) return <QueryState query={query} title="We could not search" />
  const { data, total } = query.data
  return (
    <>
      <p role="status" className="minor">
        {total === 0 && 'No pass of today or tomorrow. Try the unit, or register a walk-in.'}
        {total > data.length && `The first ${data.length} of ${total}: type more to find fewer.`}
      </p>
      <ul className="passes stack gap-2">
        {data.map((pass) => (
          <li key={pass.id}>
            <PassRow pass={pass} onOpen={onOpen} />
          </li>
        ))}
      </ul>
    </>
  )
}
