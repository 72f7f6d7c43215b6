import { expect, type Locator, type Page } from '@playwright/test'
import type { ChosenFile } from '../fixtures/files.ts'
import {
  createSoaFile,
  type Statement,
  createStatementPdfs,
  createWebClientFile,
} from '../fixtures/statements.ts'
import { answerAlertDialog, findAlertDialog } from './dialogs.ts'
import { pressTwice } from './presses.ts'

export class ImportPage {
  readonly page: Page
  readonly comparison: Locator
  readonly upload: Locator

  constructor(page: Page) {
    this.page = page
    this.comparison = page.getByRole('region', { name: 'What will change' })
    this.upload = page.getByRole('button', { name: 'Upload Files' })
  }

  findDropZone(name: 'SOA file' | 'Web client file' | 'Statements (PDF)'): Locator {
    return this.page.getByRole('group', { name })
  }

  async chooseFiles(
    zone: 'SOA file' | 'Web client file' | 'Statements (PDF)',
    files: ChosenFile | ChosenFile[],
  ): Promise<void> {
    const fileChooserPromise = this.page.waitForEvent('filechooser')
    await this.findDropZone(zone)
      .getByRole('button', { name: /^Choose (a file|another|PDFs|more)$/ })
      .click()
    await (await fileChooserPromise).setFiles(files)
  }

  async expectFigures(figures: Readonly<Record<string, string | RegExp>>): Promise<void> {
    for (const [name, value] of Object.entries(figures)) {
      const figure = this.comparison
        .locator('dl.importfigures > div')
        .filter({ has: this.page.getByText(name, { exact: true }) })
      await expect(figure.locator('dd')).toHaveText(value)
    }
  }

  async compareStatements(rows: readonly Statement[]): Promise<void> {
    await this.page.goto('/admin/utilities')
    await this.chooseFiles('SOA file', createSoaFile(rows))
    await this.chooseFiles('Web client file', createWebClientFile(rows))
    const pdfs = rows.flatMap(({ attachment }) => attachment ?? [])
    await this.chooseFiles('Statements (PDF)', await createStatementPdfs(pdfs))
    await this.expectFigures({ Changed: String(rows.length), 'Refused rows': '0' })
  }

  /** Saves with a double click. `questions` maps the title of each expected dialog to the button to press. */
  async saveStatements(rows: number, questions: Readonly<Record<string, string>> = {}): Promise<void> {
    await pressTwice(this.upload)
    for (const [title, button] of Object.entries(questions)) await answerAlertDialog(this.page, title, button)
    const resultDialog = findAlertDialog(this.page, /^(Success|Error)$/)
    await expect(resultDialog).toContainText(`${rows} rows saved`)
    await resultDialog.getByRole('button', { name: 'OK' }).click()
  }

  async importStatements(
    rows: readonly Statement[],
    questions?: Readonly<Record<string, string>>,
  ): Promise<void> {
    await this.compareStatements(rows)
    await this.saveStatements(rows.length, questions)
  }

  async undoLatest(tenants: number): Promise<void> {
    await this.page.goto('/admin/utilities')
    const importRecords = this.page.getByRole('region', { name: 'Record of imports' })
    await importRecords.getByRole('button', { name: /^Undo/ }).first().click()
    await answerAlertDialog(this.page, 'Undo this import?', 'Undo')
    const resultDialog = findAlertDialog(this.page, /undone/i)
    await expect(resultDialog).toContainText(`0 new tenants closed, ${tenants} notified.`)
    await resultDialog.getByRole('button', { name: 'OK' }).click()
  }
}
