// The look of pages of lists and forms, for those that draw parts of them themselves. Imported by scripts and not by `@import`,
// so that each rule lies in one bundle: in two, which of them wins depends on the page that was opened first.
import '#ui/forms/form.css'
import '#ui/lists/record-table.css'
import './list-page.css'
