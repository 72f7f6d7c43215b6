import { CircleCheck, FileSpreadsheet, Files } from 'lucide-react'
import { formatCount } from '#lib/format-number.ts'
import { Button } from '#ui/controls/button.tsx'
import type { StatementImport } from '@tahanan/contract/billing/import-answers.ts'
import { SOA_REQUIRED, WEB_CLIENT_REQUIRED } from '@tahanan/contract/billing/statement-import.ts'
import { formatBytes } from '@tahanan/contract/text/bytes.ts'
import { addPdfs, type CsvPart, clearPdfs, type ImportSession } from '../import-session.ts'
import { chooseCsv } from './compare-files.ts'
import { DropZone } from './drop-zone.tsx'

interface ImportZonesProps {
  session: ImportSession
  /** Import that the server has already compared. After a reload its files need not be chosen again. */
  prepared: StatementImport | undefined
}

const CSV = '.csv,.txt,text/csv'

const ZONES: readonly { part: CsvPart; title: string; hint: string }[] = [
  {
    part: 'soaFile',
    title: 'SOA file',
    hint: `CSV with the columns ${SOA_REQUIRED.join(', ')}, and duedate where it has one.`,
  },
  {
    part: 'webClientFile',
    title: 'Web client file',
    hint: `CSV with the columns ${WEB_CLIENT_REQUIRED.join(', ')} and those of the tenant.`,
  },
]

/** Drop zones for the two CSV files and the PDFs (rules 7.3). */
export function ImportZones({ session, prepared }: ImportZonesProps) {
  const { csv, problems, chosen, step } = session
  const bytes = [...chosen.pdfs.values()].reduce((sum, { size }) => sum + size, 0)
  const count = chosen.pdfs.size
  return (
    <div className="dropzones">
      {ZONES.map(({ part, title, hint }) => {
        const name = csv[part]?.name ?? prepared?.[`${part}Name`]
        return (
          <DropZone
            key={part}
            title={title}
            icon={FileSpreadsheet}
            hint={hint}
            accept={CSV}
            choose={name === undefined ? 'Choose a file' : 'Choose another'}
            busy={step === 'compare'}
            error={problems[part]}
            onFiles={([file]) => {
              if (file) void chooseCsv(part, file)
            }}
          >
            {name !== undefined && <Chosen>{name}</Chosen>}
          </DropZone>
        )
      })}
      <DropZone
        title="Statements (PDF)"
        icon={Files}
        hint="Choose many at once. Each is matched by its name in the SOA file."
        accept="application/pdf,.pdf"
        choose={count === 0 ? 'Choose PDFs' : 'Choose more'}
        many
        onFiles={addPdfs}
      >
        {count + chosen.others > 0 && (
          <>
            {count > 0 && (
              <Chosen>
                {formatCount(count, 'PDF', 'PDFs')}, {formatBytes(bytes)}
              </Chosen>
            )}
            {chosen.replaced > 0 && (
              <p className="help">
                {chosen.replaced.toLocaleString('en')} had the name of another; the one chosen last counts.
              </p>
            )}
            {chosen.others > 0 && (
              <p className="help">
                {formatCount(chosen.others, 'other file was', 'other files were')} left out. Only PDFs are
                taken here.
              </p>
            )}
            <Button kind="quiet" onClick={clearPdfs}>
              Clear
            </Button>
          </>
        )}
      </DropZone>
    </div>
  )
}

function Chosen({ children }: { children: React.ReactNode }) {
  return (
    <p className="chosen num">
      <CircleCheck className="small" />
      <span>{children}</span>
    </p>
  )
}
