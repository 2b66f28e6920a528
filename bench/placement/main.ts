/** Measures placement in memory and prints a table; `make bench` includes this. */
import { describeMachine, printTable } from '../report.ts';
import { measurePlacement } from './measure.ts';

printTable(describeMachine(), measurePlacement());
