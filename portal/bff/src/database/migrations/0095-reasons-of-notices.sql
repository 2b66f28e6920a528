-- Why an operator maintains the node of a machine, in the operator's own words.
ALTER TABLE notice ADD COLUMN why text;
