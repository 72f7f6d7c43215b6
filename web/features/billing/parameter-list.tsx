import type { ReturnParameters } from './return-parameters.ts'

/** Parameters that came with the browser, as plain text. */
export function ParameterList({ said }: { said: ReturnParameters['said'] }) {
  if (said.length === 0) return <p>The payment page sent no details.</p>
  return (
    <dl className="facts said">
      {said.map(([name, value], place) => (
        // oxlint-disable-next-line react/no-array-index-key -- a stranger's names may repeat
        <div key={place} className="wide">
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
