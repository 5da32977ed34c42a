export type { Terminal } from './check/run-check.ts';
export type {
  CheckReport,
  ClipReport,
  ContactReport,
  ErrorReport,
  FailedFileReport,
  FileReport,
  FileSummaryReport,
  FrameReport,
  ObjectPairReport,
  PlaceReport,
  ReportOptions,
  RunReport,
  SideReport,
} from './report/check-report.ts';
export { runCli } from './run-cli.ts';
