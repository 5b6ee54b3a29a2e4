# SPDX-License-Identifier: Apache-2.0
# Copyright the stepwatch authors
"""A training loop in Python."""

import stepwatch as sw

sw.init()
for step in range(30):
    with sw.scope("train_step"):
        pass
    sw.finish_iter()
sw.finalize()
