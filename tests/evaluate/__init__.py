"""Tests of the evaluator: values that are certain come out, everything else stays unknown."""
