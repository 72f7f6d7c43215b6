import './find-pass.css'
import { useState } from 'react'
import { createKeptStore } from '#lib/kept-store.ts'
import { useStore } from '#lib/use-store.ts'
import { Segments } from '#ui/controls/segments.tsx'
import type { GatePass } from '@tahanan/contract/gate/answers.ts'
import { SearchPasses } from './lists/search-passes.tsx'
import { CameraView } from './scan/camera-view.tsx'
import { CodeKeys } from './scan/code-keys.tsx'

const WAYS = [
  { value: 'scan', label: 'Scan' },
  { value: 'code', label: 'Type code' },
  { value: 'search', label: 'Search' },
] as const

/** Way that was chosen on this device. */
const kept = createKeptStore('GATE_WAY')

interface FindPassProps {
  /** A verdict is shown or comes. */
  isPaused: boolean
  /** Why the last scan got no verdict. */
  failure: string
  code: string
  onCode: (code: string) => void
  onText: (text: string) => void
  onOpen: (pass: GatePass) => void
}

/** Finds a pass: by the camera, by its code, or by unit, name or number. */
export function FindPass({ isPaused, failure, code, onCode, onText, onOpen }: FindPassProps) {
  const { way } = useStore(kept)
  const [first] = useState(() => (matchMedia('(pointer: coarse)').matches ? 'scan' : 'code'))
  const open = WAYS.find(({ value }) => value === way)?.value ?? first
  return (
    <section className="find-pass stack" aria-label="Find a pass">
      <Segments
        aria-label="Find a pass by"
        options={WAYS}
        value={open}
        onChange={(next) => kept.keep({ way: next })}
      />
      {failure && (
        <p className="callout" role="alert">
          {failure}
        </p>
      )}
      {open === 'scan' && <CameraView isPaused={isPaused} onText={onText} />}
      {open === 'code' && <CodeKeys code={code} isPaused={isPaused} onChange={onCode} onText={onText} />}
      {open === 'search' && <SearchPasses onText={onText} onOpen={onOpen} />}
    </section>
  )
}
