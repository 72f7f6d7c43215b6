import { CircleCheck, FileSpreadsheet, Files } from 'lucide-react'
import { formatCount } from '#lib/format-number.ts'
import { Button } from '#ui/controls/button.tsx'
import type { StatementImport } from '@tahanan/contract/billing/import-answers.ts'
import {
  REQUIRED_SOA_COLUMNS,
  REQUIRED_WEB_CLIENT_COLUMNS,
} from '@tahanan/contract/billing/statement-import.ts'
import { formatBytes } from '@tahanan/contract/text/bytes.ts'
import { addPdfs, type CsvPart, clearPdfs, type ImportSession } from '../import-session.ts'
import { chooseCsvFile } from './compare-files.ts'
import { DropZone } from './drop-zone.tsx'

interface ImportZonesProps {
  session: ImportSession
  /** Import that the server has already compared. After a reload its files need not be chosen again. */
  preparedImport: StatementImport | undefined
}

const CSV_FILE_TYPES = '.csv,.txt,text/csv'

const CSV_ZONES: readonly { part: CsvPart; title: string; hint: string }[] = [
  {
    part: 'soaFile',
    title: 'SOA file',
    hint: `CSV with the columns ${REQUIRED_SOA_COLUMNS.join(', ')}, and duedate where it has one.`,
  },
  {
    part: 'webClientFile',
    title: 'Web client file',
    hint: `CSV with the columns ${REQUIRED_WEB_CLIENT_COLUMNS.join(', ')} and those of the tenant.`,
  },
]

/** Drop zones for the two CSV files and the PDFs (rules 7.3). */
export function ImportZones({ session, preparedImport }: ImportZonesProps) {
  const { csv, problems, pdfSelection, step } = session
  const pdfBytes = [...pdfSelection.pdfs.values()].reduce((sum, { size }) => sum + size, 0)
  const count = pdfSelection.pdfs.size
  return (
    <div className="dropzones">
      {CSV_ZONES.map(({ part, title, hint }) => {
        const name = csv[part]?.name ?? preparedImport?.[`${part}Name`]
        return (
          <DropZone
            key={part}
            title={title}
            icon={FileSpreadsheet}
            hint={hint}
            accept={CSV_FILE_TYPES}
            choose={name === undefined ? 'Choose a file' : 'Choose another'}
            busy={step === 'compare'}
            error={problems[part]}
            onFiles={([file]) => {
              if (file) void chooseCsvFile(part, file)
            }}
          >
            {name !== undefined && <ChosenFiles>{name}</ChosenFiles>}
          </DropZone>
        )
      })}
      <DropZone
        title="Statements (PDF)"
        icon={Files}
        hint="Choose many at once. Each is matched by its name in the SOA file."
        accept="application/pdf,.pdf"
        choose={count === 0 ? 'Choose PDFs' : 'Choose more'}
        isMultiple
        onFiles={addPdfs}
      >
        {count + pdfSelection.ignoredCount > 0 && (
          <>
            {count > 0 && (
              <ChosenFiles>
                {formatCount(count, 'PDF', 'PDFs')}, {formatBytes(pdfBytes)}
              </ChosenFiles>
            )}
            {pdfSelection.replacedCount > 0 && (
              <p className="help">
                {pdfSelection.replacedCount.toLocaleString('en')} had the name of another; the one chosen last
                counts.
              </p>
            )}
            {pdfSelection.ignoredCount > 0 && (
              <p className="help">
                {formatCount(pdfSelection.ignoredCount, 'other file was', 'other files were')} left out. Only
                PDFs are taken here.
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

function ChosenFiles({ children }: { children: React.ReactNode }) {
  return (
    <p className="chosen num">
      <CircleCheck className="small" />
      <span>{children}</span>
    </p>
  )
}
